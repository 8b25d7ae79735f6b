//! The device that computes: choosing it, watching it, reading tensors back, and letting other work in. The only room
//! that reads a tensor. It knows nothing of training.

mod choice;
#[cfg(any(target_arch = "wasm32", feature = "native-gpu"))]
mod gpu;
#[cfg(not(any(target_arch = "wasm32", feature = "native-gpu")))]
#[path = "no_gpu.rs"]
mod gpu;
mod open;
mod probe;
mod read;
#[cfg(target_arch = "wasm32")]
mod web;
mod yielding;

pub use choice::{DeviceChoice, DeviceKind, DeviceReport};
pub use open::{Fault, Opened, open};
pub use probe::probe;
pub use read::{ReadError, read};
#[cfg(target_arch = "wasm32")]
pub use web::{constructor_runs, run_constructors};
pub use yielding::yield_now;
