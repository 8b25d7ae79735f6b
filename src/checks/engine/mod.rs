//! The part of the room that computes. The page only lists checks and is built without it.

mod foundations;
mod gradients;
mod homework;
mod learning;
mod notebook;
mod objective;
mod operations;
mod outcome;
mod phases;
mod ppo;
mod probes;
mod reference;
mod rollouts;
mod run;
mod step;
mod tensors;
mod vpg;
mod vpg_losses;

pub use learning::{Balanced, NewestEpisodes, balance};
pub use outcome::{CheckError, CheckOutcome};
pub use probes::probe;
pub use run::{run, stream};
