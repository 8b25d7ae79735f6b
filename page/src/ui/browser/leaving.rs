//! The last moment at which the page can store something.

use leptos::ev;
use leptos::prelude::*;

/// Calls `act` whenever the reader leaves, until the component is gone. A tab that is hidden may be
/// closed next, and a phone may end it unseen; a reload, a link, Back and the closing of the tab
/// end it at once.
pub fn on_leaving(act: impl Fn() + Copy + 'static) {
    let hidden = window_event_listener(ev::visibilitychange, move |_| {
        if document().hidden() {
            act();
        }
    });
    let gone = window_event_listener_untyped("pagehide", move |_| act());
    on_cleanup(move || {
        hidden.remove();
        gone.remove();
    });
}
