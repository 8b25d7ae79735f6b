//! Whether a part of the page can be seen.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{IntersectionObserver, IntersectionObserverEntry};

/// Watches whether any of an element is in view. A browser that cannot tell leaves it at that.
pub fn watch_visibility(node: NodeRef<html::Div>) -> ReadSignal<bool> {
    let (is_seen, set_seen) = signal(true);
    let observer = StoredValue::new_local(None::<Observer>);
    Effect::new(move || {
        let Some(element) = node.get() else { return };
        let on_change = OnChange::new(move |entries: Vec<IntersectionObserverEntry>| {
            // The last one is how it stands now.
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

/// What the browser calls with what has changed.
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
