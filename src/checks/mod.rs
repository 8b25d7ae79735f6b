//! Checks: comparisons that run in the page and in the test suite, on any device. A check never panics: it returns evidence,
//! or an error that says why it has none.

#[cfg(feature = "autodiff")]
mod engine;
pub mod list;

#[cfg(feature = "autodiff")]
pub use engine::*;
