//! Firefox looks whether a GPU is done ten times a second, unless something is submitted meanwhile:
//! a copy of a few bytes takes 103 ms there and 0.5 ms in Chromium. So while a copy is waited for,
//! nothing is submitted again and again.
//!
//! # Source
//! Firefox's bug 1870699, "Don't poll WebGPU from a timer"; ekzhang/jax-js, pull request 124,
//! measured both figures.

use std::cell::RefCell;
use std::future::Future;
use std::pin::pin;

use burn::tensor::wgpu::wgpu::{CommandBuffer, Queue};
use futures::future::{Either, select};
use js_sys::Reflect;
use policy_lab::device::rest;
use wasm_bindgen::JsValue;
use web_time::Duration;

/// Time between two nudges.
const PAUSE: Duration = Duration::from_millis(1);

thread_local! {
    /// The queue of the GPU that runs, in a browser that needs nudges.
    static QUEUE: RefCell<Option<Queue>> = const { RefCell::new(None) };
}

/// Remembers the queue of the GPU that runs, if this browser needs nudges.
pub(super) fn remember(queue: &Queue) {
    if is_firefox() {
        QUEUE.replace(Some(queue.clone()));
    }
}

/// Returns true in Firefox.
fn is_firefox() -> bool {
    let get = |object: &JsValue, key: &str| Reflect::get(object, &key.into());
    let agent = get(&js_sys::global(), "navigator").and_then(|it| get(&it, "userAgent"));
    agent.is_ok_and(|agent| agent.as_string().is_some_and(|it| it.contains("Firefox/")))
}

/// Waits for a copy, and nudges the GPU meanwhile where that helps.
pub(in crate::device) async fn nudging<T>(copy: impl Future<Output = T>) -> T {
    let queue = QUEUE.with_borrow(Clone::clone);
    let Some(queue) = queue else {
        return copy.await;
    };
    let nudge = || {
        queue.submit(std::iter::empty::<CommandBuffer>());
    };
    while_waiting(copy, nudge).await
}

/// Waits for `copy`, and calls `nudge` after each pause until then.
async fn while_waiting<T>(copy: impl Future<Output = T>, nudge: impl Fn()) -> T {
    let mut copy = pin!(copy);
    loop {
        match select(copy, pin!(rest(PAUSE))).await {
            Either::Left((done, _)) => return done,
            Either::Right(((), waiting)) => {
                nudge();
                copy = waiting;
            }
        }
    }
}
