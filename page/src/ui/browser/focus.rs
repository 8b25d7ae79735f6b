//! Moves the keyboard focus to the place where the reader would look next.

use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::element;

/// Elements that a lost focus may go to. A field is none of them: on a phone it would open the
/// keyboard.
const STOPS: &str = "button, a[href], [tabindex]";
/// Time between two looks at whether the focus is lost.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Moves the focus to the element with this id.
pub fn on(id: &str) {
    if let Some(element) = element::with_id::<HtmlElement>(id) {
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

/// Watches the focus from now on. If the element that has it is removed, hidden or disabled, as a
/// pressed button often is, the focus goes to what is nearest. Otherwise a reader with a keyboard
/// or a screen reader would start again at the top of the page.
pub fn keep() {
    // The focused element, then what it is in, from the inside out; empty if nothing has the focus.
    let path = StoredValue::new_local(Vec::<Element>::new());
    // The listener and the looks go on as long as the page.
    let _ = window_event_listener(ev::focusin, move |_| {
        let mut within = Vec::new();
        let mut next = document().active_element();
        while let Some(element) = next {
            next = element.parent_element();
            within.push(element);
        }
        path.try_set_value(within);
    });
    let look = move || {
        if !is_free() {
            return;
        }
        // Without a loss the reader has left the element, by a click beside it.
        let path = path.try_update_value(std::mem::take).unwrap_or_default();
        if path.first().is_some_and(is_lost) {
            hand_on(&path);
        }
    };
    set_interval(look, LOOK_EVERY);
}

/// Returns true if no element has the focus.
fn is_free() -> bool {
    let holder = document().active_element();
    holder.is_none_or(|holder| holder.tag_name() == "BODY")
}

/// Returns true if an element can no longer have the focus, wherever the reader has put it since.
fn is_lost(element: &Element) -> bool {
    let shown = element.dyn_ref::<HtmlElement>();
    shown.is_some_and(|it| it.offset_parent().is_none()) || element.matches(":disabled") == Ok(true)
}

/// Gives the focus to the first stop in the innermost element of the path that has one. Outside of
/// the view that is the view.
fn hand_on(path: &[Element]) {
    for element in path.iter().filter(|element| element.is_connected()) {
        if let Ok(Some(view)) = element.query_selector("main") {
            try_on(&view);
            return;
        }
        if try_on(element) || try_inside(element) {
            return;
        }
    }
}

fn try_inside(element: &Element) -> bool {
    let mut child = element.first_element_child();
    while let Some(element) = child {
        if try_on(&element) || try_inside(&element) {
            return true;
        }
        child = element.next_element_sibling();
    }
    false
}

/// Gives the focus to a stop, and returns true if it takes it: one that is hidden or disabled does
/// not.
fn try_on(element: &Element) -> bool {
    let stop = element.matches(STOPS) == Ok(true);
    let stop = stop.then(|| element.dyn_ref::<HtmlElement>()).flatten();
    stop.is_some_and(|stop| stop.focus().is_ok() && !is_free())
}
