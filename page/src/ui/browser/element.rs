//! Elements of the page, by their type.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::Element;

/// Returns the element with this id.
pub fn with_id<T: JsCast>(id: &str) -> Option<T> {
    document().get_element_by_id(id)?.dyn_into().ok()
}

/// Returns the first element that fits a selector of CSS.
pub fn found<T: JsCast>(selector: &str) -> Option<T> {
    let found = document().query_selector(selector);
    found.ok()??.dyn_into().ok()
}

/// Unfolds whatever an element is folded into.
pub fn unfold(element: &Element) {
    while let Ok(Some(folded)) = element.closest("details:not([open])") {
        // An attribute of this name is always accepted.
        let _ = folded.set_attribute("open", "");
    }
}

/// Returns a new element, which is nowhere in the page yet.
pub fn made<T: JsCast>(tag: &str) -> Option<T> {
    document().create_element(tag).ok()?.dyn_into().ok()
}
