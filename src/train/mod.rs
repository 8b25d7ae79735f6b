//! A training run: its configuration, the words it speaks with the page, and the loop as a stream of events. It knows
//! nothing of workers or of the page.

mod clock;
pub mod config;
pub mod draft;
pub mod fields;
pub mod history;
mod learner;
pub mod metrics;
mod phases;
pub mod presets;
pub mod protocol;
pub mod session;
pub mod url;
pub mod validate;
