//! Texts that lie beside the page as files, and are loaded when they are needed.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    // Defined in page/boot.js, because the address of the file carries the version of the page.
    #[wasm_bindgen(catch, js_name = loadText)]
    async fn load_text(file: &str) -> Result<JsValue, JsValue>;
}

/// Returns the text of a file of the page's folder, or `None` if it does not come.
pub async fn load(file: &str) -> Option<String> {
    load_text(file).await.ok()?.as_string()
}
