//! How requests and answers travel: JSON text, and beside it the numbers of a frame as a transferred array.

use js_sys::Array;
use wasm_bindgen::{JsCast as _, JsValue};

use crate::python::protocol::{Answer, Request};
use crate::train::protocol::Event;
use crate::worker::transport::{Misunderstood, with_numbers};

/// An answer as `[text, numbers?]`, and what of it to transfer.
///
/// # Errors
/// When it has no JSON form.
#[cfg(feature = "python")]
pub fn answer_to_js(answer: &Answer) -> Result<(Array, Array), Misunderstood> {
    let text = serde_json::to_string(answer)?;
    let message = Array::of1(&JsValue::from_str(&text));
    let transfer = Array::new();
    if let Answer::Run(Event::Frame(frame)) = answer {
        crate::worker::transport::push_numbers(
            &[&frame.poses, &frame.parameters],
            &message,
            &transfer,
        );
    }
    Ok((message, transfer))
}

/// Reads [`answer_to_js`] back.
///
/// # Errors
/// When the message is not an answer of this build.
pub fn answer_from_js(message: &JsValue) -> Result<Answer, Misunderstood> {
    let parts: &Array = message.dyn_ref().ok_or_else(Misunderstood::not_a_list)?;
    let answer = serde_json::from_str(&parts.get(0).as_string().unwrap_or_default())?;
    Ok(match answer {
        Answer::Run(Event::Frame(frame)) => Answer::Run(Event::Frame(with_numbers(frame, parts))),
        answer => answer,
    })
}

/// A request as text.
///
/// # Errors
/// When it has no JSON form.
pub fn request_to_js(request: &Request) -> Result<JsValue, Misunderstood> {
    Ok(JsValue::from_str(&serde_json::to_string(request)?))
}

/// Reads [`request_to_js`] back.
///
/// # Errors
/// When the message is not a request of this build.
#[cfg(feature = "python")]
pub fn request_from_js(message: &JsValue) -> Result<Request, Misunderstood> {
    Ok(serde_json::from_str(
        &message.as_string().unwrap_or_default(),
    )?)
}
