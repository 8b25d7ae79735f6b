//! The page's end of each worker: it sends plain data and hears plain data.

mod memory;
pub mod python;
mod script;
pub mod training;
