//! The browser's database of the page: emptied, and taken away.

use js_sys::Function;
use wasm_bindgen::JsValue;

/// Deletes everything that the page has stored in it.
pub async fn clear() {
    // A test that failed has not given it back.
    drop(Refusal);
    let factory = idb::Factory::new().expect("IndexedDB");
    let deleted = factory.delete("policy-lab").expect("a request").await;
    deleted.expect("an empty database");
}

/// Keeps the database from the page, as browsers do that store nothing, until it is dropped.
pub struct Refusal;

impl Refusal {
    /// Takes the database from the page.
    pub fn new() -> Self {
        run("window.ownDatabase = indexedDB; define(undefined)");
        Self
    }
}

impl Drop for Refusal {
    fn drop(&mut self) {
        run("define(window.ownDatabase ?? indexedDB)");
    }
}

fn run(body: &str) {
    let define = "const define = (value) => Object.defineProperty(window, 'indexedDB', { value, configurable: true });";
    let done = Function::new_no_args(&format!("{define} {body}")).call0(&JsValue::NULL);
    done.expect("it runs");
}
