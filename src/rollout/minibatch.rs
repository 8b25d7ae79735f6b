//! Parts of a rollout that one gradient step sees.

use crate::envs::cartpole::OBS_SIZE;
use crate::random::Stream;

use super::Rollout;

/// Samples picked from a rollout, column by column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Minibatch {
    /// `[size, 4]`.
    pub obs: Vec<f32>,
    /// `[size]`.
    pub actions: Vec<i32>,
    /// `[size]`.
    pub old_log_prob: Vec<f32>,
    /// `[size]`.
    pub advantages: Vec<f32>,
    /// `[size]`.
    pub returns: Vec<f32>,
}

impl Minibatch {
    /// Picks the samples at `indices`, with their advantages and returns.
    pub fn pick(rollout: &Rollout, advantages: &[f32], returns: &[f32], indices: &[usize]) -> Self {
        let mut picked = Self::default();
        for &index in indices {
            picked
                .obs
                .extend_from_slice(&rollout.obs[index * OBS_SIZE..(index + 1) * OBS_SIZE]);
            picked.actions.push(rollout.actions[index] as i32);
            picked.old_log_prob.push(rollout.log_prob[index]);
            picked.advantages.push(advantages[index]);
            picked.returns.push(returns[index]);
        }
        picked
    }

    /// Samples in it.
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Whether it holds no samples.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }
}

/// Splits `0..batch_size`, shuffled, into `num_minibatches` equal parts (detail 6 of "The 37 Implementation Details of
/// PPO"). `epoch` counts all shuffles of the run.
pub fn shuffled(
    stream: &Stream,
    epoch: u32,
    batch_size: usize,
    num_minibatches: usize,
) -> Vec<Vec<usize>> {
    stream
        .permutation(batch_size, epoch)
        .chunks(batch_size / num_minibatches)
        .map(<[usize]>::to_vec)
        .collect()
}
