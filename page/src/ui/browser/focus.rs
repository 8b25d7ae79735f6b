//! Moves the keyboard focus to the place where the reader would look next.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Moves the focus to the element with this id.
pub fn on(id: &str) {
    let element = document()
        .get_element_by_id(id)
        .and_then(|element| element.dyn_into::<HtmlElement>().ok());
    if let Some(element) = element {
        // An element that cannot take the focus leaves it where it is.
        let _ = element.focus();
    }
}

/// Returns the id of the focused element, or an empty string if no element has the focus.
pub fn holder() -> String {
    document()
        .active_element()
        .map(|element| element.id())
        .unwrap_or_default()
}
