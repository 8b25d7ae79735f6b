//! Packs bytes, and unpacks them again, as the browser does it (RFC 1950, deflate with a checksum).
//! Browsers since 2023 can.

use js_sys::{Array, Promise, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

/// The format, by its name in browsers.
const FORMAT: &str = "deflate";

#[wasm_bindgen]
extern "C" {
    type CompressionStream;

    #[wasm_bindgen(catch, constructor)]
    fn new(format: &str) -> Result<CompressionStream, JsValue>;
}

#[wasm_bindgen]
extern "C" {
    type DecompressionStream;

    #[wasm_bindgen(catch, constructor)]
    fn new(format: &str) -> Result<DecompressionStream, JsValue>;
}

#[wasm_bindgen]
extern "C" {
    /// A `Blob`, as far as it is a source of bytes.
    type ByteSource;

    /// A `ReadableStream`.
    type ByteStream;

    #[wasm_bindgen(method)]
    fn stream(this: &ByteSource) -> ByteStream;

    #[wasm_bindgen(method, catch, js_name = pipeThrough)]
    fn pipe_through(this: &ByteStream, through: &JsValue) -> Result<ByteStream, JsValue>;
}

#[wasm_bindgen]
extern "C" {
    /// A `Response`, as far as it collects the bytes of a stream.
    #[wasm_bindgen(js_name = Response)]
    type Collected;

    #[wasm_bindgen(catch, constructor, js_class = "Response")]
    fn new(stream: &ByteStream) -> Result<Collected, JsValue>;

    #[wasm_bindgen(method, catch, js_class = "Response", js_name = arrayBuffer)]
    fn array_buffer(this: &Collected) -> Result<Promise, JsValue>;
}

/// Packs bytes; `None` if the browser cannot.
pub async fn packed(bytes: &[u8]) -> Option<Vec<u8>> {
    let through = CompressionStream::new(FORMAT).ok()?;
    piped(bytes, through.as_ref()).await
}

/// Unpacks what [`packed`] has made; `None` if it is something else, a part of it is missing, or
/// the browser cannot.
pub async fn unpacked(bytes: &[u8]) -> Option<Vec<u8>> {
    let through = DecompressionStream::new(FORMAT).ok()?;
    piped(bytes, through.as_ref()).await
}

async fn piped(bytes: &[u8], through: &JsValue) -> Option<Vec<u8>> {
    let parts = Array::of1(&Uint8Array::from(bytes));
    let blob = Blob::new_with_u8_array_sequence(&parts).ok()?;
    let stream = blob.unchecked_ref::<ByteSource>().stream();
    let stream = stream.pipe_through(through).ok()?;
    let all = Collected::new(&stream).and_then(|all| all.array_buffer());
    let buffer = JsFuture::from(all.ok()?).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}
