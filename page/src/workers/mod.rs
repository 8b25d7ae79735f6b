//! The page's end of each worker: it sends and receives plain data.

mod channel;
pub mod python;
mod timing_cache;
pub mod training;
