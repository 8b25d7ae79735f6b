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
mod yielding;

#[cfg(target_arch = "wasm32")]
pub use constructors::{constructor_runs, run_constructors};
#[cfg(feature = "gpu")]
pub use gpu::gpu_is_software;
pub use open::{Fault, Opened, cpu_report, kind, open};
pub use probe::probe;
#[cfg(feature = "gpu")]
pub use read::read_both;
pub use read::{ReadError, read, read_words};
pub use refusals::Refusals;
pub use yielding::{rest, yield_now};
