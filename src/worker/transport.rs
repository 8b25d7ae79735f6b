//! How events and commands travel: JSON text, and beside it the numbers of a frame as a transferred array.

use js_sys::{Array, Float32Array};
use wasm_bindgen::{JsCast as _, JsValue};

use crate::train::clip_batch::ClipBatch;
use crate::train::protocol::{Command, Event, Frame};

/// What one side sent and the other cannot read: a page and a worker of different builds.
#[derive(Debug, thiserror::Error)]
#[error("page and worker do not understand each other ({0}); reload the page")]
pub struct Misunderstood(String);

impl Misunderstood {
    /// A message of another form altogether.
    pub fn not_a_list() -> Self {
        Self("not a list".to_owned())
    }
}

impl From<serde_json::Error> for Misunderstood {
    fn from(error: serde_json::Error) -> Self {
        Self(error.to_string())
    }
}

/// An event as `[text, numbers?]`, and what of it to transfer.
///
/// # Errors
/// When the event has no JSON form.
pub fn event_to_js(event: &Event) -> Result<(Array, Array), Misunderstood> {
    let text = serde_json::to_string(event)?;
    let message = Array::of1(&JsValue::from_str(&text));
    let transfer = Array::new();
    match event {
        Event::Frame(frame) => {
            push_numbers(&[&frame.poses, &frame.parameters], &message, &transfer)
        }
        Event::Clip(batch) => push_numbers(
            &[
                &batch.obs,
                &batch.actions,
                &batch.old_log_prob,
                &batch.log_prob,
                &batch.new_log_prob,
                &batch.advantages,
            ],
            &message,
            &transfer,
        ),
        _ => {}
    }
    Ok((message, transfer))
}

/// Puts numbers beside the text of `message`.
pub fn push_numbers(all: &[&Vec<f32>], message: &Array, transfer: &Array) {
    for numbers in all {
        let numbers = Float32Array::from(numbers.as_slice());
        transfer.push(&numbers.buffer());
        message.push(&numbers);
    }
}

/// The numbers at this place beside the text, from 1.
fn numbers(message: &Array, place: u32) -> Vec<f32> {
    Float32Array::new(&message.get(place)).to_vec()
}

/// A frame with its numbers.
pub fn with_numbers(frame: Frame, message: &Array) -> Frame {
    Frame {
        poses: numbers(message, 1),
        parameters: numbers(message, 2),
        ..frame
    }
}

/// Reads [`event_to_js`] back.
///
/// # Errors
/// When the message is not an event of this build.
pub fn event_from_js(message: &JsValue) -> Result<Event, Misunderstood> {
    let parts: &Array = message.dyn_ref().ok_or_else(Misunderstood::not_a_list)?;
    let event = serde_json::from_str(&parts.get(0).as_string().unwrap_or_default())?;
    Ok(match event {
        Event::Frame(frame) => Event::Frame(with_numbers(frame, parts)),
        Event::Clip(batch) => Event::Clip(ClipBatch {
            obs: numbers(parts, 1),
            actions: numbers(parts, 2),
            old_log_prob: numbers(parts, 3),
            log_prob: numbers(parts, 4),
            new_log_prob: numbers(parts, 5),
            advantages: numbers(parts, 6),
            ..batch
        }),
        event => event,
    })
}

/// A command as text.
///
/// # Errors
/// When the command has no JSON form.
pub fn command_to_js(command: &Command) -> Result<JsValue, Misunderstood> {
    let text = serde_json::to_string(command)?;
    Ok(JsValue::from_str(&text))
}

/// Reads [`command_to_js`] back.
///
/// # Errors
/// When the message is not a command of this build.
pub fn command_from_js(message: &JsValue) -> Result<Command, Misunderstood> {
    Ok(serde_json::from_str(
        &message.as_string().unwrap_or_default(),
    )?)
}
