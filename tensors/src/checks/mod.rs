//! Checks: comparisons that run in the page and in the test suite, on any device. A check never
//! panics: it returns evidence, or an error that says why it has none. The page only lists them
//! ([`policy_lab::checks`]).

mod exact;
mod formulas;
mod foundations;
mod gradients;
mod homework;
mod learning;
mod margins;
mod notebook;
mod objective;
mod operations;
mod outcome;
mod own_world;
mod phase_configs;
mod phases;
mod ppo;
mod probes;
mod programs;
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
