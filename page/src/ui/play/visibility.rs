//! Whether a part of the page can be seen.

use js_sys::{Array, Function, Reflect};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Element;

// Declared here: the same out of web-sys is a feature with which every crate that speaks to browsers is compiled once more.
#[wasm_bindgen]
extern "C" {
    type IntersectionObserver;
    #[wasm_bindgen(constructor, catch)]
    fn new(callback: &Function) -> Result<IntersectionObserver, JsValue>;
    #[wasm_bindgen(method)]
    fn observe(this: &IntersectionObserver, target: &Element);
    #[wasm_bindgen(method)]
    fn disconnect(this: &IntersectionObserver);
}

/// Watches whether any of an element is in view. A browser that cannot tell leaves it at that.
pub fn watch_visibility(node: NodeRef<html::Div>) -> ReadSignal<bool> {
    let (is_seen, set_seen) = signal(true);
    let observer = StoredValue::new_local(None::<Observer>);
    Effect::new(move || {
        let Some(element) = node.get() else { return };
        let on_change = Closure::<dyn Fn(Array)>::new(move |entries: Array| {
            // The last one is how it stands now.
            let is_seen = Reflect::get(&entries.pop(), &"isIntersecting".into());
            if let Some(is_seen) = is_seen.ok().and_then(|it| it.as_bool()) {
                set_seen.set(is_seen);
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

/// Keeps the callback alive for as long as the browser may call it.
struct Observer {
    sight: IntersectionObserver,
    _on_change: Closure<dyn Fn(Array)>,
}

impl Drop for Observer {
    fn drop(&mut self) {
        self.sight.disconnect();
    }
}
