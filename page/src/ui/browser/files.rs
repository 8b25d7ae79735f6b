//! Files in both directions: made and saved at a press, read when chosen.

use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, HtmlAnchorElement, HtmlInputElement, Url};

/// How long a browser may take to begin with a download.
const KEPT_FOR: Duration = Duration::from_secs(60);

/// Offers `bytes` as a file of this name; gives whether the browser took them.
pub fn save(name: &str, bytes: &[u8]) -> bool {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let blob = Blob::new_with_u8_array_sequence(&parts);
    let Ok(address) = blob.and_then(|blob| Url::create_object_url_with_blob(&blob)) else {
        return false;
    };
    let is_taken = follow(name, &address);
    set_timeout(
        move || {
            // It fails only for an address that is not there, which is what is wanted.
            let _ = Url::revoke_object_url(&address);
        },
        KEPT_FOR,
    );
    is_taken
}

/// Follows a link that saves what is at `address`.
pub fn follow(name: &str, address: &str) -> bool {
    let element = document().create_element("a").ok();
    let Some(anchor) = element.and_then(|it| it.dyn_into::<HtmlAnchorElement>().ok()) else {
        return false;
    };
    anchor.set_href(address);
    anchor.set_download(name);
    anchor.click();
    true
}

/// The bytes of the chosen file; none where there is none or it cannot be read. The choice is forgotten, so that the same file
/// can be chosen once more.
pub async fn chosen(input: &HtmlInputElement) -> Option<Vec<u8>> {
    let bytes = read(input).await;
    input.set_value("");
    bytes
}

async fn read(input: &HtmlInputElement) -> Option<Vec<u8>> {
    let file = input.files()?.get(0)?;
    let buffer = JsFuture::from(file.array_buffer()).await.ok()?;
    Some(js_sys::Uint8Array::new(&buffer).to_vec())
}
