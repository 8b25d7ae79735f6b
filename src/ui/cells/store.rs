//! What the reader has written, kept in the browser from visit to visit.

use std::collections::BTreeMap;

use web_sys::Storage;

const CODE: &str = "policy-lab-code";
const PLAIN: &str = "policy-lab-plain-editor";

/// Texts by exercise; nothing where the browser keeps nothing.
pub fn read() -> BTreeMap<String, String> {
    let text = storage().and_then(|storage| storage.get_item(CODE).ok().flatten());
    text.and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}

/// Keeps all texts; gives whether the browser took them.
pub fn write(texts: &BTreeMap<String, String>) -> bool {
    let text = serde_json::to_string(texts).unwrap_or_default();
    storage().is_some_and(|storage| storage.set_item(CODE, &text).is_ok())
}

/// Whether the reader wants a plain text field for an editor.
pub fn wants_plain() -> bool {
    let kept = storage().and_then(|storage| storage.get_item(PLAIN).ok().flatten());
    kept.is_some()
}

/// Keeps that wish.
pub fn set_wants_plain(is_wanted: bool) {
    if let Some(storage) = storage() {
        // A browser that keeps nothing asks again on the next visit.
        let _ = match is_wanted {
            true => storage.set_item(PLAIN, "yes"),
            false => storage.remove_item(PLAIN),
        };
    }
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
