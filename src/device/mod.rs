//! The device that computes: choosing it, watching it, reading tensors back, and letting other work in. The only room
//! that reads a tensor. It knows nothing of training.

#[cfg(feature = "engine")]
mod backend;
mod choice;
mod timing;

#[cfg(feature = "engine")]
pub use backend::*;
pub use choice::{DeviceChoice, DeviceKind, DeviceReport};
pub use timing::{Pace, Timing};
