//! Functions from outside that replace parts of a run: the reader's. A run does not know where they
//! come from.

use crate::config::{PolicyLoss, TrainConfig};
use crate::protocol::metrics::Metric;
use crate::rollout::{HookError, Minibatch, Rollout, StepHooks};

/// The result of a hook, or the reason why it failed. The run itself checks the number of values.
pub type HookResult<T> = Result<T, HookError>;

/// Functions that replace parts of a run. They return `None` for the parts that the run plays
/// itself.
///
/// Columns, such as returns and advantages, are `[num_steps, num_envs]`.
pub trait TrainHooks: StepHooks {
    /// Returns the discounted returns.
    fn returns(&self, _rollout: &Rollout) -> Option<HookResult<Vec<f32>>> {
        None
    }

    /// Returns the advantages. In `rewards`, a step that the time limit cut off also holds the
    /// discounted value of what would have followed.
    fn advantages(&self, _rollout: &Rollout, _rewards: &[f32]) -> Option<HookResult<Vec<f32>>> {
        None
    }

    /// Returns the samples of each minibatch of an epoch.
    fn indices(
        &self,
        _batch_size: usize,
        _minibatch_size: usize,
    ) -> Option<HookResult<Vec<Vec<usize>>>> {
        None
    }

    /// Returns true if there is a loss that replaces the run's own.
    fn has_loss(&self) -> bool {
        false
    }

    /// Returns the gradient of that loss on one minibatch, in the order of the parameters, and its
    /// [`Self::measures`]. VPG's minibatches are `num_envs` whole environments, step by step.
    ///
    /// Fails if there is no such loss, or a function fails or returns something unusable.
    fn gradient(
        &self,
        _parameters: &[f32],
        _minibatch: &Minibatch,
        _num_envs: usize,
    ) -> HookResult<(Vec<f32>, Vec<f32>)> {
        Err(HookError::Missing)
    }

    /// Returns the metrics that its loss measures.
    fn measures(&self, config: &TrainConfig) -> Vec<Metric> {
        measures(config).to_vec()
    }

    /// Returns true if its [`StepHooks`] decide how environments step.
    fn has_rules(&self) -> bool {
        false
    }
}

/// Returns the metrics that a loss from outside measures beside its gradient. It receives these
/// keys, and returns a number for each in this order.
pub fn measures(config: &TrainConfig) -> &'static [Metric] {
    match config.plan().loss {
        PolicyLoss::Ppo { .. } => &[
            Metric::PolicyLoss,
            Metric::ValueLoss,
            Metric::Entropy,
            Metric::ApproxKl,
            Metric::OldApproxKl,
            Metric::ClipFraction,
            Metric::ZeroGradientFraction,
        ],
        PolicyLoss::Vpg { .. } | PolicyLoss::Reinforce => &[
            Metric::PolicyLoss,
            Metric::ImportanceWeight,
            Metric::Entropy,
            Metric::ApproxKl,
            Metric::OldApproxKl,
        ],
    }
}
