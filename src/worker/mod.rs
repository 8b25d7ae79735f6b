//! Inside a worker, and what travels between one and the page: plain data and nothing else.

#[cfg(feature = "engine")]
pub mod port;
#[cfg(feature = "engine")]
pub mod pump;
#[cfg(feature = "engine")]
mod serve;
pub mod transport;

#[cfg(feature = "engine")]
pub use serve::start;
