//! The worker's end: hears what the page asks, and posts what it has to say.

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast as _, closure::Closure};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::transport::{from_js, to_js};
use crate::protocol::encoding::EncodingError;

/// Calls `hear` with each request of the page from now on. Outside a worker nobody could ask, and
/// nothing happens.
pub fn listen<Request: DeserializeOwned + 'static>(
    hear: impl Fn(Result<Request, EncodingError>) + 'static,
) {
    let Some(scope) = scope() else { return };
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |message: MessageEvent| {
        hear(from_js(&message.data()));
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    // It lives as long as the worker.
    on_message.forget();
}

/// Posts to the page. There is no one else to tell when that fails.
pub fn post<Reply: Serialize>(reply: &Reply) {
    let Some(scope) = scope() else { return };
    match to_js(reply) {
        Ok((message, transfer)) => {
            if let Err(error) = scope.post_message_with_transfer(&message, &transfer) {
                web_sys::console::error_1(&error);
            }
        }
        Err(error) => web_sys::console::error_1(&error.to_string().into()),
    }
}

fn scope() -> Option<DedicatedWorkerGlobalScope> {
    js_sys::global().dyn_into().ok()
}
