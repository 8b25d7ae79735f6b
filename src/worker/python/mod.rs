//! The worker that runs Python, and the page's end of it.

pub mod client;
#[cfg(feature = "python")]
mod serve;
mod transport;

#[cfg(feature = "python")]
pub use serve::start;
