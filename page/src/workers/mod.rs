//! The page's end of each worker: it sends and receives plain data.

pub mod gpu_runs;
pub mod python;
pub mod replicas;
mod timing_cache;
pub mod training;
