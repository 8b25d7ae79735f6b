//! What PPO's clip does to the samples of a minibatch, in numbers to be drawn.

pub mod cases;
pub mod summary;
