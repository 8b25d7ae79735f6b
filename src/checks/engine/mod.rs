//! All of the room that computes. The page, which only lists checks, is built without it.

mod foundations;
mod gradients;
mod homework;
mod learning;
mod notebook;
mod objective;
mod operations;
mod ppo;
mod probes;
mod reference;
mod rollouts;
mod run;
mod tensors;
mod vpg;
mod vpg_losses;

pub use learning::{Balanced, NewestEpisodes, balance};
pub use probes::probe;
pub use run::{Outcome, run, stream};
pub use tensors::Trouble;
