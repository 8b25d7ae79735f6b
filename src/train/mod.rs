//! A training run: its configuration, the words it speaks with the page, and the loop as a stream of events. It knows
//! nothing of workers or of the page.

#[cfg(feature = "engine")]
mod clock;
pub mod config;
pub mod draft;
pub mod fields;
pub mod history;
#[cfg(feature = "engine")]
mod learner;
pub mod metrics;
#[cfg(feature = "engine")]
mod phases;
pub mod presets;
pub mod protocol;
#[cfg(feature = "engine")]
mod report;
#[cfg(feature = "engine")]
pub mod session;
pub mod url;
pub mod validate;
