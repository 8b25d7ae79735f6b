//! The page's end of each worker: it sends and receives plain data.

#[cfg(target_arch = "wasm32")]
mod channel;
#[cfg(target_arch = "wasm32")]
pub mod python;
#[cfg(target_arch = "wasm32")]
pub mod replicas;
pub mod schedule;
#[cfg(target_arch = "wasm32")]
mod timing_cache;
#[cfg(target_arch = "wasm32")]
pub mod training;
