//! Worlds: CartPole and what can be changed about it, and the probe worlds. No policy, no learning.

pub mod cartpole;
mod env;
mod expression;
mod grammar;
mod id;
pub mod probes;
pub mod rewards;
mod worlds;

pub use env::{Env, Transition};
pub use expression::{Expression, ParseError};
pub use id::{Autoreset, EnvId};
pub use worlds::{Step, WORLD_WORDS, Worlds};
