//! Visibility of a part of the page.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{IntersectionObserver, IntersectionObserverEntry};

/// Returns true while any part of an element is in view, and in a browser that cannot tell.
pub fn watch_visibility(node: NodeRef<html::Div>) -> ReadSignal<bool> {
    let (is_seen, set_seen) = signal(true);
    let observer = StoredValue::new_local(None::<Observer>);
    Effect::new(move || {
        let Some(element) = node.get() else { return };
        let on_change = OnChange::new(move |entries: Vec<IntersectionObserverEntry>| {
            // The last entry is the current state.
            if let Some(now) = entries.last() {
                set_seen.set(now.is_intersecting());
            }
        });
        if let Ok(sight) = IntersectionObserver::new(on_change.as_ref().unchecked_ref()) {
            sight.observe(&element);
            observer.set_value(Some(Observer {
                sight,
                _on_change: on_change,
            }));
        }
    });
    on_cleanup(move || observer.set_value(None));
    is_seen
}

/// The callback that receives the changes of visibility.
type OnChange = Closure<dyn Fn(Vec<IntersectionObserverEntry>)>;

/// Keeps the callback alive for as long as the browser may call it.
struct Observer {
    sight: IntersectionObserver,
    _on_change: OnChange,
}

impl Drop for Observer {
    fn drop(&mut self) {
        self.sight.disconnect();
    }
}
