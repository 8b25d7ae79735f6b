//! How events and commands travel: JSON text, and beside it what holds many numbers (frames, checkpoints), as transferred
//! arrays.

use js_sys::{Array, Float32Array};
use wasm_bindgen::{JsCast as _, JsValue};

use crate::protocol::checkpoint::Checkpoint;
use crate::protocol::clip_batch::ClipBatch;
use crate::protocol::{Command, Event, Frame};

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
    let text = match without_numbers(event) {
        Some(event) => serde_json::to_string(&event),
        None => serde_json::to_string(event),
    }?;
    Ok(with_arrays(&text, event))
}

/// A checkpoint without its numbers; nothing where the JSON form of an event leaves them out anyway.
pub fn without_numbers(event: &Event) -> Option<Event> {
    match event {
        Event::Kept(it) => Some(Event::Kept(it.without_numbers())),
        Event::Checkpoint(it) => Some(Event::Checkpoint(it.without_numbers())),
        _ => None,
    }
}

/// The text with the numbers of the event beside it, and what of that to transfer.
pub fn with_arrays(text: &str, event: &Event) -> (Array, Array) {
    let message = Array::of1(&JsValue::from_str(text));
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
        Event::Kept(it) | Event::Checkpoint(it) => push_numbers(
            &[&it.parameters, &it.first_moment, &it.second_moment],
            &message,
            &transfer,
        ),
        _ => {}
    }
    (message, transfer)
}

/// Puts numbers beside the text of `message`.
fn push_numbers(all: &[&Vec<f32>], message: &Array, transfer: &Array) {
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

/// An event with the numbers that travelled beside it.
pub fn with_numbers(event: Event, message: &Array) -> Event {
    let all = |it: Checkpoint| Checkpoint {
        parameters: numbers(message, 1),
        first_moment: numbers(message, 2),
        second_moment: numbers(message, 3),
        ..it
    };
    match event {
        Event::Frame(frame) => Event::Frame(Frame {
            poses: numbers(message, 1),
            parameters: numbers(message, 2),
            ..frame
        }),
        Event::Clip(batch) => Event::Clip(ClipBatch {
            obs: numbers(message, 1),
            actions: numbers(message, 2),
            old_log_prob: numbers(message, 3),
            log_prob: numbers(message, 4),
            new_log_prob: numbers(message, 5),
            advantages: numbers(message, 6),
            ..batch
        }),
        Event::Kept(it) => Event::Kept(all(it)),
        Event::Checkpoint(it) => Event::Checkpoint(all(it)),
        event => event,
    }
}

/// Reads [`event_to_js`] back.
///
/// # Errors
/// When the message is not an event of this build.
pub fn event_from_js(message: &JsValue) -> Result<Event, Misunderstood> {
    let parts: &Array = message.dyn_ref().ok_or_else(Misunderstood::not_a_list)?;
    let event = serde_json::from_str(&parts.get(0).as_string().unwrap_or_default())?;
    Ok(with_numbers(event, parts))
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
