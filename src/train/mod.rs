//! A training run: its configuration, the words it speaks with the page, and the loop as a stream of events. It knows
//! nothing of workers or of the page.

pub mod cases;
pub mod charts;
pub mod checkpoint;
#[cfg(feature = "engine")]
pub mod clip;
pub mod clip_batch;
pub mod clip_picture;
#[cfg(feature = "engine")]
mod clock;
pub mod compare;
pub mod config;
pub mod draft;
pub mod evidence;
#[cfg(feature = "engine")]
mod faults;
pub mod fields;
#[cfg(feature = "engine")]
pub mod functions;
pub mod health;
pub mod hints;
pub mod history;
#[cfg(feature = "engine")]
pub mod learner;
#[cfg(feature = "engine")]
mod learning;
#[cfg(feature = "engine")]
mod measured;
pub mod metrics;
pub mod options;
#[cfg(feature = "engine")]
pub mod parts;
pub mod play;
pub mod portrait;
pub mod presets;
pub mod protocol;
#[cfg(feature = "engine")]
pub mod race;
#[cfg(feature = "engine")]
mod report;
#[cfg(feature = "engine")]
mod run;
#[cfg(feature = "engine")]
pub mod session;
pub mod stages;
pub mod stepping;
#[cfg(feature = "engine")]
pub mod steps;
#[cfg(feature = "engine")]
mod targets;
#[cfg(feature = "engine")]
mod trial;
#[cfg(feature = "engine")]
pub mod updates;
pub mod url;
pub mod validate;
#[cfg(feature = "engine")]
pub mod watch;
pub mod weights;
pub mod world;
