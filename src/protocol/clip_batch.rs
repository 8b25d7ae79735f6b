//! The questions to the clip lab and its answers: plain data.

use serde::{Deserialize, Serialize};

use super::metrics::Metrics;

/// A step of the lab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClipStep {
    /// A new rollout with the policy as it is.
    Rollout,
    /// The state after so many gradient steps since the rollout, with the settings as they are; 0
    /// is the rollout itself.
    To(usize),
}

/// The state of the lab, and the minibatch in its memory.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClipBatch {
    /// Rollouts made, from 1.
    pub rollout: u32,
    /// Gradient steps since the rollout.
    pub steps: usize,
    /// The epoch that the minibatch belongs to, from 1.
    pub epoch: u32,
    /// The minibatch in its epoch, from 1; 0 before the first step.
    pub minibatch: usize,
    /// Minibatches in an epoch.
    pub num_minibatches: usize,
    /// Mean length of the episodes that ended in the rollout, where any did.
    pub episodic_length: Option<f64>,
    /// Metrics of the newest step; none before the first.
    pub metrics: Metrics,
    /// `[size, obs_size]`: observations.
    pub obs: Vec<f32>,
    /// `[size]`: actions, as whole numbers; 0 if actions are continuous.
    pub actions: Vec<f32>,
    /// `[size, num_controls]`: the numbers of continuous actions, as the policy drew them; empty if
    /// actions are discrete.
    pub controls: Vec<f32>,
    /// `[size]`: log-probability of each action when it was taken.
    pub old_log_prob: Vec<f32>,
    /// `[size]`: log-probability of each action in the loss, before the step.
    pub log_prob: Vec<f32>,
    /// `[size]`: log-probability of each action after the step.
    pub new_log_prob: Vec<f32>,
    /// `[size]`: advantages, not normalised.
    pub advantages: Vec<f32>,
}

impl ClipBatch {
    /// `exp(log_prob - old_log_prob)`: the ratios that the loss saw.
    pub fn ratios(&self) -> Vec<f32> {
        ratios(&self.log_prob, &self.old_log_prob)
    }

    /// `exp(new_log_prob - old_log_prob)`: the ratios that the step has made.
    pub fn new_ratios(&self) -> Vec<f32> {
        ratios(&self.new_log_prob, &self.old_log_prob)
    }

    /// The advantages as the loss sees them: shifted and scaled to mean 0 and standard deviation 1
    /// if `is_normal`, with the divisor `size - 1` and 1e-8 as in
    /// [`standardise`](crate::algos::columns::standardise_column).
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

fn ratios(now: &[f32], old: &[f32]) -> Vec<f32> {
    let pairs = now.iter().zip(old);
    pairs.map(|(now, old)| (now - old).exp()).collect()
}
