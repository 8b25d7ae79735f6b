//! Checks: one list, for the page's panel and for the test suite, on any device. A check never panics; it gives
//! evidence, or says why it could not.

#[cfg(feature = "engine")]
mod engine;
pub mod list;

#[cfg(feature = "engine")]
pub use engine::*;
