//! Environments: CartPole and its variants, other tasks of classic control, worlds of a few cells,
//! and the probes. No policy, no learning.
//!
//! An environment is data: formulas of numbers ([`formula`]) that compute its first states, its
//! steps and its rewards. The host reads them ([`block`]) and a GPU compiles them, so both do the
//! same. Each environment is one file that fills in an [`Environment`]; [`EnvId`] names the files.
//! A reader's own is a program from elsewhere ([`own`]). docs/recipes/environment.md adds one step
//! by step.

pub mod acrobot;
pub mod bandit;
pub mod block;
pub mod bodies;
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
pub mod lunar_lander;
pub mod mountaincar;
pub mod own;
pub mod pendulum;
pub mod probes;
pub mod spec;
mod spelling;
pub mod spincart;
pub mod tables;
#[cfg(test)]
mod tests;
mod worlds;

pub use dynamics::{CUT_OFF, Dynamics};
pub use env::{Actions, Chance, Env, Mover, Transition};
pub use expression::{Expression, ParseError};
pub use id::{Autoreset, EnvId, RulesOf};
pub use own::{OwnError, OwnProgram};
pub use spec::{
    ActionSpace, Cart, Control, EnvRules, EnvSpec, Environment, Picture, Points, Probe, Sketch,
    Strengths, Task,
};
pub use tables::Table;
pub use worlds::{COUNT_WORDS, Moves, Step, Worlds};
