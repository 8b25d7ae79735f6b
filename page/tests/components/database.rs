//! The browser's database of the page: emptied, and taken away.

use js_sys::{Function, Uint8Array};
use wasm_bindgen::JsValue;

/// Deletes everything that the page has stored in it.
pub async fn clear() {
    // A test that failed has not given it back.
    drop(Refusal);
    let factory = idb::Factory::new().expect("IndexedDB");
    let deleted = factory.delete("policy-lab").expect("a request").await;
    deleted.expect("an empty database");
}

/// Stores bytes in the database that the page has made.
pub async fn put(key: &str, bytes: &[u8]) {
    let factory = idb::Factory::new().expect("IndexedDB");
    let database = factory.open("policy-lab", None).expect("a request").await;
    let database = database.expect("the page's database");
    let writing = database.transaction(&["bytes"], idb::TransactionMode::ReadWrite);
    let writing = writing.expect("a transaction");
    let store = writing.object_store("bytes").expect("the page's store");
    let put = store.put(&Uint8Array::from(bytes), Some(&JsValue::from(key)));
    put.expect("a request").await.expect("room");
    writing.await.expect("written");
    database.close();
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
