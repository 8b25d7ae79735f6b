//! Inside a worker, the end of one that its owner holds, and what travels between the two: plain data and nothing else.

pub mod channel;
#[cfg(feature = "engine")]
pub mod port;
#[cfg(feature = "engine")]
pub mod pump;
#[cfg(feature = "engine")]
mod replica;
#[cfg(feature = "autodiff")]
mod replica_crew;
#[cfg(feature = "autodiff")]
mod serve;
pub mod transport;

#[cfg(feature = "engine")]
pub use replica::start as start_replica;
#[cfg(feature = "autodiff")]
pub use replica_crew::ReplicaCrew;
#[cfg(feature = "autodiff")]
pub use serve::start;
