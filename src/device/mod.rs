//! The device that computes, as plain data: which one a reader asks for and which one runs, how
//! fast each is, why it did not answer, and yielding to other work. It knows nothing of training.
//! The half of this room in `tensors/src/device` opens a device and reads tensors back.

mod choice;
#[cfg(target_arch = "wasm32")]
mod constructors;
mod read_error;
mod timing;
mod yielding;

pub use choice::{DeviceChoice, DeviceKind, DeviceReport, cpu_report};
#[cfg(target_arch = "wasm32")]
pub use constructors::run_constructors;
pub use read_error::ReadError;
pub use timing::{Pace, Timing};
pub use yielding::{rest, yield_now};
