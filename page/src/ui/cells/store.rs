//! The reader's code, stored in the browser from visit to visit.

use std::collections::BTreeMap;

use crate::ui::browser::storage;

const CODE: &str = "policy-lab-code";
const PLAIN: &str = "policy-lab-plain-editor";

/// Returns the reader's code by exercise id, or `None` if the browser stores nothing.
pub fn read() -> Option<BTreeMap<String, String>> {
    storage::get(CODE).and_then(|text| serde_json::from_str(&text).ok())
}

/// Stores the code of all exercises. Returns false if the browser refuses.
pub fn write(texts: &BTreeMap<String, String>) -> bool {
    serde_json::to_string(texts).is_ok_and(|text| storage::set(CODE, &text))
}

/// Returns true if the reader prefers a plain text field to the editor.
pub fn wants_plain() -> bool {
    storage::get(PLAIN).is_some()
}

/// Stores that preference. If the browser stores nothing, the next visit starts with the editor
/// again.
pub fn set_wants_plain(is_wanted: bool) {
    if is_wanted {
        storage::set(PLAIN, "yes");
    } else {
        storage::remove(PLAIN);
    }
}
