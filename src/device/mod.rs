//! The device that computes: choosing it, hearing of its faults, reading tensors back, and yielding to other work. Only this
//! room reads tensors back. It knows nothing of training.

#[cfg(feature = "tensors")]
mod backend;
#[cfg(all(feature = "engine", not(feature = "tensors")))]
#[path = "host_only.rs"]
mod backend;
mod choice;
#[cfg(feature = "engine")]
mod read_error;
mod timing;
#[cfg(feature = "engine")]
mod yielding;

#[cfg(all(feature = "engine", not(feature = "tensors")))]
pub use backend::HostValues as Values;
#[cfg(feature = "tensors")]
pub use backend::TensorValues as Values;
#[cfg(feature = "engine")]
pub use backend::*;
pub use choice::{DeviceChoice, DeviceKind, DeviceReport, cpu_report};
#[cfg(feature = "engine")]
pub use read_error::ReadError;
pub use timing::{Pace, Timing};
#[cfg(feature = "engine")]
pub use yielding::{rest, yield_now};
