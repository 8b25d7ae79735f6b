//! A rule of style that the page makes while it runs. The content security policy allows no style
//! within the page, so it goes into one of the style sheets that the page came with.

use leptos::prelude::document;
use wasm_bindgen::JsCast as _;
use web_sys::CssStyleSheet;

/// Puts a rule first in the page's last style sheet, in the place of the one that was put there
/// before. Does nothing on a page without style sheets.
pub fn replace(before: Option<&str>, rule: Option<&str>) {
    let sheets = document().style_sheets();
    let last = sheets.length().checked_sub(1);
    let last = last.and_then(|last| sheets.get(last)?.dyn_into::<CssStyleSheet>().ok());
    let Some(sheet) = last else {
        return;
    };
    // Neither can fail in a sheet of the page's own: the rule before is where it was put, and the
    // new one is written here.
    if before.is_some() {
        let _ = sheet.delete_rule(0);
    }
    if let Some(rule) = rule {
        let _ = sheet.insert_rule_with_index(rule, 0);
    }
}
