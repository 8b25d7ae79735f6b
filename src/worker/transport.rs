//! Carries messages between the page and a worker: encoded, in one buffer that changes hands
//! instead of being copied.

use js_sys::{Array, ArrayBuffer, Uint8Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast as _, JsValue};

use crate::protocol::encoding::{EncodingError, decode, encode};

/// Encodes a message. Returns it with the list of what `postMessage` is to transfer.
///
/// # Errors
/// Those of [`encode`].
pub fn to_js<T: Serialize>(value: &T) -> Result<(JsValue, Array), EncodingError> {
    let buffer = Uint8Array::from(encode(value)?.as_slice()).buffer();
    Ok((buffer.clone().into(), Array::of1(&buffer)))
}

/// Reads what [`to_js`] wrote.
///
/// # Errors
/// Those of [`decode`]. Anything but a buffer reads as an empty one.
pub fn from_js<T: DeserializeOwned>(message: &JsValue) -> Result<T, EncodingError> {
    let buffer: Option<&ArrayBuffer> = message.dyn_ref();
    let bytes = buffer.map(|it| Uint8Array::new(it).to_vec());
    decode(&bytes.unwrap_or_default())
}
