//! The device that computes, as plain data: which one a reader asks for and which one runs, how
//! fast each is, why it did not answer, and yielding to other work. It knows nothing of training.
//! The half of this room in `tensors/src/device` opens a GPU and reads tensors back.

#[cfg(feature = "engine")]
mod adapter;
mod choice;
#[cfg(target_arch = "wasm32")]
mod constructors;
mod read_error;
mod timing;
#[cfg(all(feature = "engine", target_arch = "wasm32"))]
mod web;
mod yielding;

#[cfg(feature = "engine")]
pub use adapter::{Adapter, Wanted, instead, wanted};
pub use choice::{AdapterInfo, DeviceChoice, DeviceKind, DeviceReport, cpu_report};
#[cfg(target_arch = "wasm32")]
pub use constructors::run_constructors;
pub use read_error::ReadError;
pub use timing::{Pace, Timing};
#[cfg(all(feature = "engine", target_arch = "wasm32"))]
pub use web::look_for_adapter;
pub use yielding::{rest, yield_now};
