//! The device that computes: choosing it, hearing of its faults, reading tensors back, and yielding to other work. Only this
//! room reads tensors back. It knows nothing of training.

#[cfg(feature = "engine")]
mod backend;
mod choice;
mod timing;

#[cfg(feature = "engine")]
pub use backend::*;
pub use choice::{DeviceChoice, DeviceKind, DeviceReport};
pub use timing::{Pace, Timing};
