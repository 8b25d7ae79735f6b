//! Experience: collecting it, keeping it, and turning rewards into learning targets.

mod argument;
mod collect;
mod episodes;
mod evaluate;
mod gae;
mod minibatch;
mod returns;
mod ruled;
mod storage;

pub use argument::BadArgument;
pub use collect::{Choose, Collector};
pub use episodes::{Episode, Lifespans};
pub use evaluate::evaluate;
pub use gae::advantages;
pub use minibatch::{Minibatch, shuffled};
pub use returns::discounted_returns;
pub use ruled::Rules;
pub use storage::Rollout;
