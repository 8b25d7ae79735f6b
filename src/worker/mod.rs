//! Inside a worker, the end of one that its owner holds, and what travels between the two: plain
//! data and nothing else. What is only in the worker with a GPU is in `tensors/src/worker.rs`.

pub mod bodies;
pub mod channel;
#[cfg(feature = "engine")]
pub mod host;
#[cfg(feature = "engine")]
pub mod port;
#[cfg(feature = "engine")]
pub mod pump;
#[cfg(feature = "engine")]
pub mod replica;
#[cfg(feature = "engine")]
pub mod replica_crew;
#[cfg(feature = "engine")]
pub mod server;
pub mod transport;
