//! The training worker and the page's end of it: they carry [`crate::train::protocol`] and nothing else.

pub mod client;
mod memory;
#[cfg(feature = "engine")]
mod serve;
pub mod transport;

#[cfg(feature = "engine")]
pub use serve::start;
