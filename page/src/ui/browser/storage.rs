//! Texts that the browser stores for this page from visit to visit, by key. Without storage every
//! key is empty.

use web_sys::Storage;

/// What a reader is told when the browser refuses to store something.
pub const REFUSED: &str = "This browser does not keep what you do here: it stores nothing for this page, or has no room left. Save \
                           what you want to keep as a file";

/// Returns the text stored under `key`.
pub fn get(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Stores `text` under `key`. Returns false if the browser refuses.
pub fn set(key: &str, text: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(key, text).is_ok())
}

/// Deletes the text stored under `key`.
pub fn remove(key: &str) {
    if let Some(storage) = storage() {
        // Without storage there is nothing to delete.
        let _ = storage.remove_item(key);
    }
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
