//! The speeds of the devices, remembered between visits.

use std::collections::BTreeMap;

use web_sys::Storage;

use policy_lab::protocol::Timing;

const KEY: &str = "policy-lab-timings";
/// Most settings that are remembered; one more clears them all, and everything is timed again.
const MOST: usize = 64;

/// Returns the timings of earlier visits. Returns none if the browser stores nothing, or if an
/// older build wrote them.
pub fn read() -> BTreeMap<String, Timing> {
    let text = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    text.and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}

/// Adds a timing. In a browser that stores nothing, the next visit measures again.
pub fn add(key: String, timing: Timing) {
    let mut timings = read();
    if timings.len() >= MOST {
        timings.clear();
    }
    timings.insert(key, timing);
    if let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(&timings)) {
        drop(storage.set_item(KEY, &text));
    }
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
