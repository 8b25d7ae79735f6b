//! Inside a worker, and what travels between one and the page: plain data and nothing else.

#[cfg(feature = "engine")]
pub mod port;
#[cfg(feature = "engine")]
pub mod pump;
#[cfg(feature = "autodiff")]
mod serve;
pub mod transport;

#[cfg(feature = "autodiff")]
pub use serve::start;
