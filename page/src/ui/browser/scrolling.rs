//! What scrolls sideways within a text, such as a long formula on a phone, can be reached by
//! keyboard.

use std::time::Duration;

use js_sys::Array;
use leptos::prelude::*;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::Element;

/// Time between two looks. Texts come, unfold and change their width in many ways, and a look costs
/// next to nothing.
const LOOK_EVERY: Duration = Duration::from_millis(400);
/// What may be wider than its column.
const WIDE: &str = ".prose :is(p, table, pre)";

/// Makes what scrolls a stop of the keyboard, from now on, and what does not scroll none.
pub fn keep() {
    set_interval(look, LOOK_EVERY);
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = document, js_name = querySelectorAll)]
    fn query_selector_all(selector: &str) -> JsValue;
}

fn look() {
    for element in Array::from(&query_selector_all(WIDE)) {
        let Ok(element) = element.dyn_into::<Element>() else {
            continue;
        };
        // A fraction of a pixel does not scroll.
        let scrolls = element.scroll_width() > element.client_width() + 1;
        if scrolls != element.has_attribute("tabindex") {
            // Neither is refused by an element of the page's own.
            let _ = match scrolls {
                true => element.set_attribute("tabindex", "0"),
                false => element.remove_attribute("tabindex"),
            };
        }
    }
}
