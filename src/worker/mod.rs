//! The workers, and the page's end of each: they carry plain data and nothing else.

pub mod client;
mod memory;
#[cfg(feature = "engine")]
mod pump;
pub mod python;
mod script;
#[cfg(feature = "engine")]
mod serve;
pub mod transport;

#[cfg(feature = "engine")]
pub use serve::start;
