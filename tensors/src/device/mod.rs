//! The half of the room that needs burn: opening a device, hearing of its faults, and reading
//! tensors back, which only this room does.

#[cfg(target_arch = "wasm32")]
mod constructors;
#[cfg_attr(not(feature = "wgpu"), path = "no_gpu.rs")]
mod gpu;
mod open;
mod probe;
mod read;

#[cfg(target_arch = "wasm32")]
pub use constructors::constructor_runs;
pub use gpu::*;
pub use open::{Fault, Opened, kind, open};
pub use probe::probe;
pub use read::{read, read_all, read_words};
