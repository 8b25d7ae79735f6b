//! What the reader has written, kept in the browser from visit to visit.

use std::collections::BTreeMap;

use crate::ui::browser::storage;

const CODE: &str = "policy-lab-code";
const PLAIN: &str = "policy-lab-plain-editor";

/// Texts by exercise; nothing where the browser keeps nothing.
pub fn read() -> BTreeMap<String, String> {
    storage::get(CODE)
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}

/// Keeps all texts; gives whether the browser took them.
pub fn write(texts: &BTreeMap<String, String>) -> bool {
    serde_json::to_string(texts).is_ok_and(|text| storage::set(CODE, &text))
}

/// Whether the reader wants a plain text field for an editor.
pub fn wants_plain() -> bool {
    storage::get(PLAIN).is_some()
}

/// Keeps that wish. A browser that keeps nothing asks again on the next visit.
pub fn set_wants_plain(is_wanted: bool) {
    if is_wanted {
        storage::set(PLAIN, "yes");
    } else {
        storage::remove(PLAIN);
    }
}
