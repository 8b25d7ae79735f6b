//! Environments: CartPole and its variants, other tasks of classic control, worlds of a few cells,
//! and the probes. No policy, no learning.
//!
//! An environment is data: formulas of numbers ([`formula`]) that compute its first states, its
//! steps and its rewards. The host reads them ([`block`]) and a GPU compiles them, so both do the
//! same. Each environment is one file that fills in an [`EnvSpec`] with its formulas;
//! [`EnvId::spec`] names the file. docs/recipes/environment.md adds one step by step.

pub mod acrobot;
pub mod bandit;
pub mod block;
pub mod build;
pub mod cartpole;
pub mod cliff_walking;
pub mod corridor;
mod dynamics;
pub mod easycart;
mod env;
pub mod exact;
mod expression;
mod folding;
pub mod formula;
pub mod frozen_lake;
mod grammar;
mod id;
pub mod mountaincar;
pub mod pendulum;
pub mod probes;
pub mod spec;
mod spelling;
pub mod spincart;
pub mod tables;
#[cfg(test)]
mod tests;
mod worlds;

pub use dynamics::Dynamics;
pub use env::{Actions, Chance, Env, Mover, Transition};
pub use expression::{Expression, ParseError};
pub use id::{Autoreset, EnvId};
pub use spec::{ActionSpace, Cart, Control, EnvSpec, Picture, Probe, Sketch, Strengths, Task};
pub use tables::Table;
pub use worlds::{COUNT_WORDS, Moves, Step, Worlds};
