//! A run as it stood after an iteration: enough to go on from there.

use serde::{Deserialize, Serialize};

/// The networks and the optimiser after an iteration whose numbers were all finite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Iterations done.
    pub iteration: usize,
    /// Environment steps taken.
    pub global_step: u64,
    /// All parameters of actor and critic.
    pub parameters: Vec<f32>,
    /// Adam's running mean of the gradient.
    pub first_moment: Vec<f32>,
    /// Adam's running mean of the squared gradient.
    pub second_moment: Vec<f32>,
    /// Adam's steps.
    pub adam_steps: i32,
}
