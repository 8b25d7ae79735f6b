//! What the page remembers from visit to visit: how fast the devices are.

use std::collections::BTreeMap;

use web_sys::Storage;

use policy_lab::protocol::Timing;

const KEY: &str = "policy-lab-timings";
/// Settings that are remembered; after so many, everything is timed afresh.
const MOST: usize = 64;

/// What was written on earlier visits; nothing where the browser keeps nothing, or an older build wrote it.
pub fn read() -> BTreeMap<String, Timing> {
    let text = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    text.and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}

/// Adds one. A browser that keeps nothing times again on the next visit.
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
