//! What the clip lab is asked for, and what it tells: plain data.

use serde::{Deserialize, Serialize};

use super::metrics::Metrics;

/// How far the lab goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClipStep {
    /// A new rollout with the policy as it is.
    Rollout,
    /// One gradient step.
    Minibatch,
    /// To the end of so many epochs, the one under way among them.
    Epochs(usize),
    /// Back to the rollout: parameters and optimiser as they were when it was made.
    Rewind,
}

/// Where the lab stands, and the minibatch in memory.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClipBatch {
    /// Rollouts made, from 1.
    pub rollout: u32,
    /// The epoch that the minibatch belongs to, from 1.
    pub epoch: u32,
    /// Which minibatch of the epoch, from 1; 0 before the first step.
    pub minibatch: usize,
    /// Minibatches in an epoch.
    pub num_minibatches: usize,
    /// What the step measured; nothing before the first.
    pub metrics: Metrics,
    /// `[size]`: log-probability of each action when it was taken.
    #[serde(skip)]
    pub old_log_prob: Vec<f32>,
    /// `[size]`: the same as the loss saw it, before the step.
    #[serde(skip)]
    pub log_prob: Vec<f32>,
    /// `[size]`: the same after the step.
    #[serde(skip)]
    pub new_log_prob: Vec<f32>,
    /// `[size]`: advantages as they came, not normalised.
    #[serde(skip)]
    pub advantages: Vec<f32>,
}

impl ClipBatch {
    /// `exp(log_prob - old_log_prob)`: the ratios that the loss saw.
    pub fn ratios(&self) -> Vec<f32> {
        let pairs = self.log_prob.iter().zip(&self.old_log_prob);
        pairs.map(|(now, old)| (now - old).exp()).collect()
    }

    /// The advantages as the loss sees them: shifted and scaled to mean 0 and standard deviation 1 if `is_normal`, with
    /// the divisor `size - 1` and 1e-8 as in [`standardise`](crate::algos::standardise).
    pub fn advantages(&self, is_normal: bool) -> Vec<f32> {
        let count = self.advantages.len();
        if !is_normal || count < 2 {
            return self.advantages.clone();
        }
        let numbers = || self.advantages.iter().map(|number| f64::from(*number));
        let mean = numbers().sum::<f64>() / count as f64;
        let squares: f64 = numbers().map(|number| (number - mean).powi(2)).sum();
        let deviation = (squares / (count - 1) as f64).sqrt() + 1e-8;
        numbers()
            .map(|number| ((number - mean) / deviation) as f32)
            .collect()
    }
}
