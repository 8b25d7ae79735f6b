//! Locks that the tabs of a browser share: one that a tab holds tells the others that it is open.

use std::time::Duration;

use js_sys::{Array, Function, Promise, Reflect};
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    /// The browser's lock manager.
    #[derive(Clone)]
    type Locks;

    // Missing in old browsers, and on pages that came over plain HTTP.
    #[wasm_bindgen(thread_local_v2, js_namespace = navigator, js_name = locks)]
    static LOCKS: Option<Locks>;

    #[wasm_bindgen(method)]
    fn request(this: &Locks, name: &str, hold: &Function) -> Promise;

    #[wasm_bindgen(method, catch)]
    async fn query(this: &Locks) -> Result<JsValue, JsValue>;
}

/// Holds a lock until the page is closed, or the current component is gone.
pub fn hold(name: &str) {
    let mut release = None;
    let released = Promise::new(&mut |resolve, _| release = Some(resolve));
    let hold = Closure::once_into_js(move |_lock: JsValue| released);
    LOCKS.with(|locks| {
        if let Some(locks) = locks {
            // Settled when the lock is given back.
            let _ = locks.request(name, hold.unchecked_ref());
        }
    });
    let release = StoredValue::new_local(release);
    on_cleanup(move || {
        if let Some(release) = release.try_get_value().flatten() {
            // It only settles a promise, which cannot fail.
            let _ = release.call0(&JsValue::NULL);
        }
    });
}

/// Waits until nobody holds this lock, but no longer than `longest`.
pub async fn until_free(name: &str, longest: Duration) {
    let Some(locks) = LOCKS.with(Option::clone) else {
        return;
    };
    // Whoever is given the lock has it until a promise is settled, and this gives none.
    let give_back = Closure::once_into_js(|_lock: JsValue| {});
    let given_back = locks.request(name, give_back.unchecked_ref());
    let is_over = Promise::new(&mut |resolve, _| {
        let tell = move || drop(resolve.call0(&JsValue::NULL));
        set_timeout(tell, longest);
    });
    // A lock that is refused is nobody's.
    let _ = JsFuture::from(Promise::race(&Array::of2(&given_back, &is_over))).await;
}

/// Returns the names of the locks that are held, or `None` if the browser does not say.
pub async fn held() -> Option<Vec<String>> {
    let locks = LOCKS.with(Option::clone)?;
    let state = locks.query().await.ok()?;
    let held = Reflect::get(&state, &"held".into()).unwrap_or_default();
    let held = held.dyn_into::<Array>().unwrap_or_default();
    let name = |lock: JsValue| Reflect::get(&lock, &"name".into()).ok()?.as_string();
    Some(held.iter().filter_map(name).collect())
}
