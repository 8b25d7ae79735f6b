//! The page's end of each worker: it sends and receives plain data.

pub mod python;
pub mod replicas;
mod timing_cache;
pub mod training;
