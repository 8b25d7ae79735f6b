//! The page's address. It holds every setting, so that a link shows another reader the same state.

use leptos::prelude::{location, window};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::UrlSearchParams;

use policy_lab::config::url::{self, PageState};

/// Reads the address. Returns the state, and one message for each part that could not be used.
pub fn read() -> (PageState, Vec<String>) {
    read_query(&location().search().unwrap_or_default())
}

/// Reads the query of an address, which begins with `?`, and returns the same as [`read`].
pub fn read_query(query: &str) -> (PageState, Vec<String>) {
    let pairs: Vec<(String, String)> = UrlSearchParams::new_with_str(query)
        .map(|params| js_sys::Array::from(&params))
        .unwrap_or_default()
        .iter()
        .filter_map(|pair| {
            let pair = pair.dyn_into::<js_sys::Array>().ok()?;
            Some((pair.get(0).as_string()?, pair.get(1).as_string()?))
        })
        .collect();
    url::read(
        pairs
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str())),
    )
}

/// Returns the full address of a state.
pub fn address(state: &PageState) -> String {
    let location = location();
    let origin = location.origin().unwrap_or_default();
    let path = location.pathname().unwrap_or_default();
    let hash = location.hash().unwrap_or_default();
    format!("{origin}{path}{}{hash}", query(state))
}

/// Shows a state in the address bar without adding an entry to the browser's history.
pub fn show(state: &PageState) {
    let address = address(state);
    // Browsers refuse this if it is done very often, or on a page opened from a file. The page works without it.
    let _ = window()
        .history()
        .and_then(|history| history.replace_state_with_url(&JsValue::NULL, "", Some(&address)));
}

fn query(state: &PageState) -> String {
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
