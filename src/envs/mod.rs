//! Environments: CartPole, its variants and the probes. No policy, no learning.
//!
//! Each environment is one file that fills in an [`EnvSpec`]: its names, its actions, its rewards
//! and its end. [`EnvId::spec`] names the file, and everything on the host reads it from there. The
//! GPU's twin of each is one arm of `transition` in `ops/kernels/worlds.rs`.
//! docs/recipes/environment.md adds one step by step.
//!
//! # What fits
//! A state is four numbers: `[x, v, theta, omega]` of a cart with a pole ([`cartpole::State`]). A
//! new environment is therefore either a cart that moves as CartPole does and differs in its reward
//! or in whether the pole may fall ([`Cart`]), or a probe, which uses only the first of the four
//! numbers ([`Probe`]). Other physics, more numbers or continuous actions do not fit: the kernels,
//! the drawn carts, the saved files and a reader's own reward all rely on these four.

pub mod cartpole;
pub mod easycart;
mod env;
mod expression;
mod grammar;
mod id;
pub mod probes;
pub mod spec;
mod spelling;
pub mod spincart;
#[cfg(test)]
mod tests;
mod worlds;

pub use env::{Env, Transition};
pub use expression::{Expression, ParseError};
pub use id::{Autoreset, EnvId};
pub use spec::{Cart, EnvSpec, Probe};
pub use worlds::{Step, WORLD_WORDS, Worlds};
