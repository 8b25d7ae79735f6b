//! The part of the room that needs burn. The page only names devices and is built without it.

#[cfg(target_arch = "wasm32")]
mod constructors;
#[cfg(feature = "gpu")]
mod gpu;
#[cfg(not(feature = "gpu"))]
#[path = "no_gpu.rs"]
mod gpu;
#[cfg(all(target_arch = "wasm32", feature = "gpu"))]
mod nudge;
mod open;
mod probe;
mod read;
mod refusals;
#[cfg(all(target_arch = "wasm32", feature = "gpu"))]
mod web;

#[cfg(target_arch = "wasm32")]
pub use constructors::{constructor_runs, run_constructors};
pub use gpu::gpu_is_software;
#[cfg(all(feature = "gpu", feature = "bench"))]
pub use gpu::lay_out_for_software;
pub use open::{Fault, Opened, kind, open};
pub use probe::probe;
#[cfg(feature = "gpu")]
pub use read::read_all;
pub use read::{read, read_words};
pub use refusals::Refusals;

pub use burn::tensor::Device;

/// A flat vector of 32-bit floats on a device.
pub type TensorValues = burn::tensor::Tensor<1>;
