//! Opens and closes the browser's own dialogues.

use leptos::html;
use leptos::prelude::*;

/// Opens a dialogue as a modal one while `is_open` is true, and closes it otherwise.
pub fn follow(node: NodeRef<html::Dialog>, is_open: RwSignal<bool>) {
    Effect::new(move || {
        let Some(node) = node.get() else { return };
        match (is_open.get(), node.open()) {
            (true, false) => {
                // A browser without modal dialogues leaves this one closed.
                let _ = node.show_modal();
            }
            (false, true) => node.close(),
            _ => {}
        }
    });
}
