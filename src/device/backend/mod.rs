//! All of the room that needs burn. The page, which only names devices, is built without it.

#[cfg(any(target_arch = "wasm32", feature = "native-gpu"))]
mod gpu;
#[cfg(not(any(target_arch = "wasm32", feature = "native-gpu")))]
#[path = "no_gpu.rs"]
mod gpu;
mod open;
mod probe;
mod read;
mod refusals;
#[cfg(target_arch = "wasm32")]
mod web;
mod yielding;

pub use open::{Fault, Opened, cpu_report, kind, open};
pub use probe::probe;
pub use read::{ReadError, read, read_words};
pub use refusals::Refusals;
#[cfg(target_arch = "wasm32")]
pub use web::{constructor_runs, run_constructors};
pub use yielding::yield_now;
