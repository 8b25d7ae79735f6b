//! Why numbers did not come back from a device.

/// A device's failure to return numbers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("The GPU was lost, reset or out of memory, and did not return its results ({0})")]
pub struct ReadError(String);

impl ReadError {
    /// Keeps the first line of the device's message for the reader; the rest is a trace.
    pub fn new(error: &impl std::fmt::Display) -> Self {
        let text = error.to_string();
        Self(text.lines().next().unwrap_or_default().to_owned())
    }
}
