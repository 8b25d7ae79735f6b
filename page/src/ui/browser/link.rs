//! The page's address. It holds every setting, so that a link shows another reader the same state.

use leptos::prelude::{location, window};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{History, UrlSearchParams};

use crate::view::place::HistoryEntry;
use policy_lab::config::url::{self, PageState};

/// Reads the address. Returns the state, and one message for each part that could not be used.
pub fn read() -> (PageState, Vec<String>) {
    read_query(&location().search().unwrap_or_default())
}

/// Reads the query of an address, which begins with `?`, and returns the same as [`read`].
pub fn read_query(query: &str) -> (PageState, Vec<String>) {
    let pairs = pairs(query);
    let pairs = pairs.iter();
    url::read(pairs.map(|(name, value)| (name.as_str(), value.as_str())))
}

/// Returns true if the query of an address names a hyperparameter.
pub fn names_settings(query: &str) -> bool {
    url::names_settings(pairs(query).iter().map(|(name, _)| name.as_str()))
}

/// Returns the decoded names and values of a query.
fn pairs(query: &str) -> Vec<(String, String)> {
    let params = UrlSearchParams::new_with_str(query);
    let pairs = params.map(|params| js_sys::Array::from(&params));
    let pairs = pairs.unwrap_or_default().into_iter();
    let read = pairs.filter_map(|pair| {
        let pair = pair.dyn_into::<js_sys::Array>().ok()?;
        Some((pair.get(0).as_string()?, pair.get(1).as_string()?))
    });
    read.collect()
}

/// Returns the full address of a state.
pub fn address(state: &PageState) -> String {
    let hash = location().hash().unwrap_or_default();
    format!("{}{hash}", plain_address(state))
}

/// Returns the address of a state without a fragment.
fn plain_address(state: &PageState) -> String {
    let location = location();
    let origin = location.origin().unwrap_or_default();
    let path = location.pathname().unwrap_or_default();
    format!("{origin}{path}{}", query(state))
}

/// Returns what the browser's history keeps of the current entry. A new entry has nothing, nor has
/// one that a link within the page has made.
pub fn entry() -> Option<HistoryEntry> {
    let kept = window().history().and_then(|history| history.state());
    serde_json::from_str(&kept.ok()?.as_string()?).ok()
}

/// Writes to the current entry of the browser's history, and leaves its address as it is.
pub fn mark(entry: &HistoryEntry) {
    write(entry, |history, kept| history.replace_state(kept, ""));
}

/// Replaces the current entry of the browser's history and its address.
pub fn replace(state: &PageState, entry: &HistoryEntry) {
    replace_by(&address(state), entry);
}

/// Replaces the current entry by another place. A fragment such as `#lesson` belongs to the place
/// before.
pub fn replace_place(state: &PageState, entry: &HistoryEntry) {
    replace_by(&plain_address(state), entry);
}

fn replace_by(address: &str, entry: &HistoryEntry) {
    write(entry, |history, kept| {
        history.replace_state_with_url(kept, "", Some(address))
    });
}

/// Adds an entry to the browser's history. A fragment such as `#lesson` belongs to the place
/// before.
pub fn push(state: &PageState, entry: &HistoryEntry) {
    let address = plain_address(state);
    write(entry, |history, kept| {
        history.push_state_with_url(kept, "", Some(&address))
    });
}

fn write(entry: &HistoryEntry, how: impl FnOnce(&History, &JsValue) -> Result<(), JsValue>) {
    let Ok(kept) = serde_json::to_string(entry) else {
        return;
    };
    // Browsers refuse this if it is done very often, or on a page opened from a file. The page
    // works without it.
    let history = window().history();
    let _ = history.and_then(|history| how(&history, &kept.into()));
}

/// Returns the query of a state's address, which begins with `?`. It is a link to that state.
pub fn query(state: &PageState) -> String {
    let Ok(params) = UrlSearchParams::new() else {
        return String::new();
    };
    let pairs = url::write(state);
    if pairs.is_empty() {
        return String::new();
    }
    for (name, value) in pairs {
        params.append(name, &value);
    }
    format!("?{}", String::from(params.to_string()))
}
