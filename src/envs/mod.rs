//! Worlds: CartPole and what can be changed about it. No policy, no learning.

pub mod cartpole;
mod task;
mod worlds;

pub use task::Task;
pub use worlds::{CartPoles, Step};
