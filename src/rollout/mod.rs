//! Experience: collecting it, keeping it, and turning rewards into learning targets.

mod collect;
mod episodes;
mod gae;
mod minibatch;
mod returns;
mod storage;

pub use collect::Collector;
pub use episodes::{Episode, Lifespans};
pub use gae::advantages;
pub use minibatch::{Minibatch, shuffled};
pub use returns::discounted_returns;
pub use storage::Rollout;
