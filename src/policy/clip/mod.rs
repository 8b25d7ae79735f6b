//! The effect of PPO's clip on the samples of a minibatch, in numbers to be drawn.

pub mod cases;
pub mod summary;
