//! Experience: collecting and storing rollouts, returns and advantages, minibatches.

mod collect;
mod episodes;
mod error;
mod evaluate;
mod gae;
mod minibatch;
mod part;
mod recurrence;
mod returns;
mod step_hooks;
mod storage;

pub use crate::ops::rollout::ActionChoice;
pub use collect::Collector;
pub use episodes::{Episode, Lifespans};
pub use error::{BadArgument, HookError};
pub use evaluate::evaluate;
pub use gae::{GaeParams, generalised_advantages};
pub use minibatch::{Minibatch, by_worlds, shuffled};
pub use part::{PartRecord, WorldsPart};
pub use returns::discounted_returns;
pub use step_hooks::StepHooks;
pub use storage::Rollout;
