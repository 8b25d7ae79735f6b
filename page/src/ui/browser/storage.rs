//! What the browser keeps for this page from visit to visit, as texts by key. One that keeps nothing gives nothing.

use web_sys::Storage;

/// What was kept under `key`.
pub fn get(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Keeps `text`; gives whether the browser took it.
pub fn set(key: &str, text: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(key, text).is_ok())
}

/// Forgets what was kept.
pub fn remove(key: &str) {
    if let Some(storage) = storage() {
        // A browser that keeps nothing has nothing to forget.
        let _ = storage.remove_item(key);
    }
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
