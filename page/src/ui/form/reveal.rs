//! The way to a field, wherever the form has it.

use leptos::prelude::*;
use web_sys::{Event, HtmlElement, HtmlInputElement};

use super::SEARCH;
use crate::ui::browser::{element, focus};

/// Moves the focus to a field and unfolds its group. If a search hides the field, clears the
/// search; if another pane does, chooses that of the settings.
pub fn reveal(key: &'static str) {
    if unfold(key) {
        show_pane(key);
        return;
    }
    let search = element::with_id::<HtmlInputElement>(SEARCH);
    if let (Some(search), Ok(event)) = (search, Event::new("input")) {
        search.set_value("");
        event.init_event_with_bubbles("input", true);
        // The form hears of it as if the reader had emptied the field.
        let _ = search.dispatch_event(&event);
        request_animation_frame(move || {
            if unfold(key) {
                show_pane(key);
            }
        });
    }
}

/// Unfolds what a field is folded into. Returns false if the field is not on the page.
fn unfold(key: &str) -> bool {
    let Some(field) = element::with_id::<HtmlElement>(key) else {
        return false;
    };
    element::unfold(&field);
    true
}

/// Moves the focus to a field. On a narrow window the settings may be a pane that is not shown.
fn show_pane(key: &'static str) {
    let field = element::with_id::<HtmlElement>(key);
    let is_hidden = field.is_some_and(|field| field.offset_parent().is_none());
    match element::found::<HtmlElement>("[data-tab='settings']") {
        Some(tab) if is_hidden => {
            tab.click();
            request_animation_frame(move || focus::on(key));
        }
        _ => focus::on(key),
    }
}
