//! A training run: the loop as a stream of events. It knows nothing of workers or of the page.

pub mod clip_lab;
mod clock;
pub mod crew;
#[cfg(feature = "autodiff")]
pub mod device_benchmark;
#[cfg(feature = "tensors")]
mod device_probe;
mod failure;
pub mod hooks;
mod iteration_stats;
pub mod learner;
pub mod learning;
#[cfg(feature = "gpu")]
pub mod many;
#[cfg(all(feature = "autodiff", not(feature = "gpu")))]
#[path = "many_left.rs"]
pub mod many;
pub mod observer;
mod run;
pub mod session;
pub mod setup;
pub mod shuffles;
pub mod targets;
mod update_stats;

pub use clock::Clock;
#[cfg(feature = "gpu")]
pub use run::lockstep;
