//! The last resort: a panic of the page becomes a sentence that the reader can see.

use std::panic;

use leptos::prelude::document;

/// Reports panics on the console and in the element `#fatal` of index.html.
pub fn install() {
    panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        let what = info
            .payload()
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| info.payload().downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "no further words".to_owned());
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        show(&format!("{what} ({place})"));
    }));
}

/// Says that the page broke. The settings are not lost: they are in the address.
fn show(detail: &str) {
    let Some(element) = document().get_element_by_id("fatal") else {
        return;
    };
    element.set_text_content(Some(&format!(
        "Something in this page broke, and it can no longer be trusted. Reload it to go on: your settings are kept in its address. What happened: {detail}"
    )));
    // The element is already there; without this attribute it becomes visible. Nothing can be done if that fails.
    let _ = element.remove_attribute("hidden");
}
