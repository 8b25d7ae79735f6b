//! Bytes that the browser stores for this page from visit to visit, by key, in IndexedDB. It has
//! room for more than [`storage`](super::storage).

use std::cell::RefCell;
use std::future::IntoFuture as _;

use idb::{
    Database, DatabaseEvent as _, Error, Factory, ObjectStoreParams, Transaction, TransactionMode,
};
use js_sys::Uint8Array;
use wasm_bindgen::JsCast as _;

const NAME: &str = "policy-lab";
const STORE: &str = "bytes";

thread_local! {
    /// The connection, once it is open. It stays so: what a reader leaves is written at once, and
    /// there is no time to wait for another.
    static OPEN: RefCell<Option<Database>> = const { RefCell::new(None) };
}

/// The browser stores nothing for this page, or has no room left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotStored;

/// Returns everything that is stored, in the order of the keys.
///
/// # Errors
/// If the browser stores nothing for this page.
pub async fn read_all() -> Result<Vec<(String, Vec<u8>)>, NotStored> {
    let read = async {
        let transaction = begin(TransactionMode::ReadOnly).await?;
        let store = transaction.object_store(STORE)?;
        let (keys, values) = (store.get_all_keys(None, None)?, store.get_all(None, None)?);
        let (keys, values) = (keys.into_future(), values.into_future());
        Ok((keys.await?, values.await?))
    };
    let (keys, values) = read.await.map_err(|_: Error| NotStored)?;
    let found = keys.iter().zip(values).filter_map(|(key, value)| {
        let bytes: Uint8Array = value.dyn_into().ok()?;
        Some((key.as_string()?, bytes.to_vec()))
    });
    Ok(found.collect())
}

/// Returns what is stored under a key.
///
/// # Errors
/// If the browser stores nothing for this page.
pub async fn read(key: &str) -> Result<Option<Vec<u8>>, NotStored> {
    let read = async {
        let transaction = begin(TransactionMode::ReadOnly).await?;
        let store = transaction.object_store(STORE)?;
        store.get(wasm_bindgen::JsValue::from(key))?.await
    };
    let value = read.await.map_err(|_: Error| NotStored)?;
    let bytes = value.and_then(|value| value.dyn_into::<Uint8Array>().ok());
    Ok(bytes.map(|bytes| bytes.to_vec()))
}

/// Stores the bytes in `put` under their keys and deletes what is stored under the keys in `gone`:
/// all of it, or nothing. Where the connection is open, the browser has been asked for all of it
/// once the future has first been polled.
///
/// # Errors
/// If the browser refuses.
pub async fn write(put: &[(String, Vec<u8>)], gone: &[String]) -> Result<(), NotStored> {
    let written = async {
        let transaction = begin(TransactionMode::ReadWrite).await?;
        let store = transaction.object_store(STORE)?;
        for (key, bytes) in put {
            store.put(
                &Uint8Array::from(bytes.as_slice()),
                Some(&key.as_str().into()),
            )?;
        }
        for key in gone {
            store.delete(wasm_bindgen::JsValue::from(key.as_str()))?;
        }
        // Without a word, the browser would wait for what the page may still ask, and undo
        // everything if the page is gone by then.
        let mut end = transaction.commit()?.into_future();
        let ended = (&mut end).await;
        if ended.is_err() {
            // The browser calls it once more when it has undone everything.
            std::mem::forget(end);
        }
        ended
    };
    match written.await {
        Ok(end) if end.is_committed() => Ok(()),
        _ => Err(NotStored),
    }
}

/// Begins a transaction, on the open connection if there is one.
async fn begin(mode: TransactionMode) -> Result<Transaction, Error> {
    let factory = Factory::new()?;
    let on_open = OPEN.with_borrow(|open| {
        let begun = open.as_ref()?.transaction(&[STORE], mode);
        begun.ok()
    });
    if let Some(transaction) = on_open {
        return Ok(transaction);
    }
    let mut request = factory.open(NAME, Some(1))?;
    request.on_upgrade_needed(|event| {
        if let Ok(database) = event.database() {
            // Whoever reads or writes finds out that there is no store.
            let _ = database.create_object_store(STORE, ObjectStoreParams::new());
        }
    });
    let mut database = request.await?;
    // Another tab deletes the database, or a newer page changes it.
    database.on_version_change(|_| close());
    let transaction = database.transaction(&[STORE], mode);
    // Where two were opened at once, one is enough: nobody would hear that the other is in the way.
    // What it was asked for, it still does.
    if let Some(other) = OPEN.replace(Some(database)) {
        other.close();
    }
    transaction
}

/// Gives the connection up; the next transaction opens another.
fn close() {
    OPEN.with_borrow(|open| {
        if let Some(database) = open {
            database.close();
        }
    });
}
