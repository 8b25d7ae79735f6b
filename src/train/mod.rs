//! A training run: the loop as a stream of events. It knows nothing of workers or of the page, and
//! of a GPU only what [`gpu`] says.

pub mod clip_lab;
mod clock;
pub mod crew;
pub mod device_benchmark;
mod failure;
pub mod gpu;
pub mod hooks;
mod iteration_stats;
pub mod kl_stop;
pub mod learner;
pub mod learning;
pub mod many;
mod normaliser;
pub mod observer;
mod run;
pub mod session;
pub mod setup;
pub mod shuffles;
pub mod targets;
pub mod update_stats;

pub use clock::Clock;
pub use run::lockstep;
