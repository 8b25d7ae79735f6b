//! What is too wide for its text: a formula or a table is set smaller, and what still scrolls
//! sideways can be reached by keyboard.

use std::time::Duration;

use js_sys::Array;
use leptos::prelude::*;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{Element, HtmlElement};

/// Time between two looks. Texts come, unfold and change their width in many ways, and a look costs
/// next to nothing.
const LOOK_EVERY: Duration = Duration::from_millis(400);
/// The smallest part of its size in which a formula or a table can be read.
const SMALLEST: f64 = 0.72;
/// The attribute with the width of one at its whole size, in pixels.
const WHOLE: &str = "data-whole";
/// What is set smaller: the paragraphs of formulas that stand by themselves, and tables.
const FITTED: &str = ".prose :is(p:has(> math[display='block']), table)";
/// What may be wider than its column.
const WIDE: &str = ".prose :is(p, table, pre)";

/// From now on fits formulas and tables into their columns, and makes what scrolls a stop of the
/// keyboard and what does not scroll none.
pub fn keep() {
    set_interval(look, LOOK_EVERY);
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = document, js_name = querySelectorAll)]
    fn query_selector_all(selector: &str) -> JsValue;
}

/// Sets a formula or a table smaller that is wider than its column, and larger again where there is
/// room. The style sheet reads `--fit`.
fn fit(wide: &HtmlElement) {
    let [column, width] = [wide.client_width(), wide.scroll_width()].map(f64::from);
    // What is not on show has no width.
    if column == 0.0 {
        return;
    }
    let style = wide.style();
    let set = style.get_property_value("--fit").ok();
    let now: f64 = set.and_then(|text| text.parse().ok()).unwrap_or(1.0);
    let known = wide.get_attribute(WHOLE).and_then(|it| it.parse().ok());
    let whole: f64 = match width > column + 1.0 {
        true => width / now,
        false => known.unwrap_or(column),
    };
    let wanted = (column / whole).clamp(SMALLEST, 1.0);
    // A fraction of a percent is not seen.
    if (wanted - now).abs() < 0.004 {
        return;
    }
    // Neither is refused by an element of the page's own.
    let _ = wide.set_attribute(WHOLE, &whole.to_string());
    let _ = style.set_property("--fit", &wanted.to_string());
}

fn look() {
    for wide in Array::from(&query_selector_all(FITTED)) {
        if let Ok(wide) = wide.dyn_into::<HtmlElement>() {
            fit(&wide);
        }
    }
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
