//! The training worker and the page's end of it: they carry [`crate::train::protocol`] and nothing else.

pub mod client;
mod serve;
mod transport;

pub use serve::start;
