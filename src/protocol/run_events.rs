//! Reads the events of many runs. Each is of one run, never a list again: with every level of a
//! nested one the stack would grow.

use std::cell::Cell;

use serde::de::Error as _;
use serde::{Deserialize as _, Deserializer};

use super::Event;

thread_local! {
    /// True while a list is being read.
    static IS_WITHIN: Cell<bool> = const { Cell::new(false) };
}

/// Reads the list.
///
/// # Errors
/// When it is none, or holds another list.
pub fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<(usize, Event)>, D::Error> {
    if IS_WITHIN.replace(true) {
        return Err(D::Error::custom("a list of events within another"));
    }
    let events = Vec::deserialize(deserializer);
    IS_WITHIN.set(false);
    events
}
