//! The last resort: shows the reader a sentence if the page panics.

use std::panic;

use leptos::prelude::document;

/// Installs a panic hook that reports to the console and in the element `#fatal` of index.html.
pub fn install() {
    panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        let what = info.payload_as_str().unwrap_or("no further words");
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        show(&format!("{what} ({place})"));
    }));
}

/// Tells the reader that the page broke. The settings are not lost, because they are in the
/// address.
fn show(detail: &str) {
    let Some(element) = document().get_element_by_id("fatal") else {
        return;
    };
    element.set_text_content(Some(&format!(
        "Something in this page broke, and it can no longer be trusted. Reload it to go on: your settings are kept in its address. What happened: {detail}"
    )));
    // The element is hidden until this attribute is removed. If that fails, nothing more can be
    // done.
    let _ = element.remove_attribute("hidden");
}
