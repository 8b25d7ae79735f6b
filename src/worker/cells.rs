//! How requests and answers travel: JSON text, and beside it the numbers of frames and checkpoints as
//! transferred arrays.

use js_sys::Array;
use wasm_bindgen::{JsCast as _, JsValue};

use crate::python::protocol::{PythonAnswer, PythonRequest};
use crate::worker::transport::{Misunderstood, with_arrays, with_numbers, without_numbers};

/// An answer as `[text, numbers?]`, and what of it to transfer.
///
/// # Errors
/// When it has no JSON form.
pub fn answer_to_js(answer: &PythonAnswer) -> Result<(Array, Array), Misunderstood> {
    let PythonAnswer::Run(event) = answer else {
        let text = serde_json::to_string(answer)?;
        return Ok((Array::of1(&JsValue::from_str(&text)), Array::new()));
    };
    let text = match without_numbers(event) {
        Some(event) => serde_json::to_string(&PythonAnswer::Run(event)),
        None => serde_json::to_string(answer),
    }?;
    Ok(with_arrays(&text, event))
}

/// Reads [`answer_to_js`] back.
///
/// # Errors
/// When the message is not an answer of this build.
pub fn answer_from_js(message: &JsValue) -> Result<PythonAnswer, Misunderstood> {
    let parts: &Array = message.dyn_ref().ok_or_else(Misunderstood::not_a_list)?;
    let answer = serde_json::from_str(&parts.get(0).as_string().unwrap_or_default())?;
    Ok(match answer {
        PythonAnswer::Run(event) => PythonAnswer::Run(with_numbers(event, parts)),
        answer => answer,
    })
}

/// A request as text.
///
/// # Errors
/// When it has no JSON form.
pub fn request_to_js(request: &PythonRequest) -> Result<JsValue, Misunderstood> {
    Ok(JsValue::from_str(&serde_json::to_string(request)?))
}

/// Reads [`request_to_js`] back.
///
/// # Errors
/// When the message is not a request of this build.
pub fn request_from_js(message: &JsValue) -> Result<PythonRequest, Misunderstood> {
    Ok(serde_json::from_str(
        &message.as_string().unwrap_or_default(),
    )?)
}
