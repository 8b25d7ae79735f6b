//! Saves files that the page makes, and reads files that the reader chooses.

use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, DragEvent, EventTarget, File, FileList, HtmlAnchorElement, HtmlInputElement, Node, Url,
};

use super::element;

/// Time that a browser gets to start a download before its address is revoked.
const KEPT_FOR: Duration = Duration::from_secs(60);

/// Offers `bytes` for download as a file called `name`. Returns false if the browser refuses.
pub fn save(name: &str, bytes: &[u8]) -> bool {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let blob = Blob::new_with_u8_array_sequence(&parts);
    let Ok(address) = blob.and_then(|blob| Url::create_object_url_with_blob(&blob)) else {
        return false;
    };
    let is_taken = follow(name, &address);
    set_timeout(
        move || {
            // It fails only if the address no longer exists, and then there is nothing to revoke.
            let _ = Url::revoke_object_url(&address);
        },
        KEPT_FOR,
    );
    is_taken
}

/// Clicks a link that saves the contents of `address` as a file called `name`. Returns false if no
/// link can be made.
pub fn follow(name: &str, address: &str) -> bool {
    let Some(anchor) = element::made::<HtmlAnchorElement>("a") else {
        return false;
    };
    anchor.set_href(address);
    anchor.set_download(name);
    anchor.click();
    true
}

/// Returns the bytes of the chosen file, or `None` if no file is chosen or it cannot be read.
/// Clears the choice, so that the reader can choose the same file again.
pub async fn chosen(input: &HtmlInputElement) -> Option<Vec<u8>> {
    let file = input.files().and_then(|files| files.get(0));
    let bytes = bytes(&file?).await;
    input.set_value("");
    bytes
}

/// Returns the bytes of a file, or `None` if it cannot be read.
pub async fn bytes(file: &File) -> Option<Vec<u8>> {
    let buffer = JsFuture::from(file.array_buffer()).await.ok()?;
    Some(js_sys::Uint8Array::new(&buffer).to_vec())
}

/// Returns true if files are dragged, and not a piece of text.
pub fn has_files(event: &DragEvent) -> bool {
    let types = event.data_transfer().map(|it| it.types());
    types.is_some_and(|types| types.iter().any(|kind| kind == "Files"))
}

/// Returns true if what is dragged leaves the element that listens, and does not only pass from one
/// part of it to another.
pub fn leaves(event: &DragEvent) -> bool {
    let node = |target: Option<EventTarget>| target?.dyn_into::<Node>().ok();
    let to = node(event.related_target());
    node(event.current_target()).is_none_or(|element| !element.contains(to.as_ref()))
}

/// Returns the files that were dropped.
pub fn dropped(event: &DragEvent) -> Vec<File> {
    listed(event.data_transfer().and_then(|it| it.files()))
}

/// Returns the files of a list.
pub fn listed(list: Option<FileList>) -> Vec<File> {
    let list = list.into_iter();
    list.flat_map(|list| (0..list.length()).filter_map(move |at| list.get(at)))
        .collect()
}
