//! Starts the script of a worker.

use wasm_bindgen::JsValue;
use web_sys::Worker;

/// Starts a script that stands beside the page, asked for by the page's build: a file of an older one may
/// still be in the browser's cache, and would not understand this page.
///
/// # Errors
/// When the browser starts no workers here.
pub fn start(script: &str) -> Result<Worker, JsValue> {
    let root = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.document_element());
    let version = root.and_then(|root| root.get_attribute("data-version"));
    Worker::new(&format!("./{script}?{}", version.unwrap_or_default()))
}
