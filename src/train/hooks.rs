//! Functions from outside that take the place of a run's own: a reader's. A run knows nothing of where they come from.

use crate::config::{PolicyLoss, TrainConfig};
use crate::protocol::metrics::Metric;
use crate::rollout::{HookError, Minibatch, Rollout, StepHooks};

/// What a function gives, or why it could not. The run itself checks that there is as much of it as it needs.
pub type Given<T> = Result<T, HookError>;

/// Functions that play some parts of a run, and `None` for the parts that the run plays itself.
///
/// Columns are `[num_steps, num_envs]`.
pub trait TrainHooks: StepHooks {
    /// Discounted returns.
    fn returns(&self, rollout: &Rollout) -> Option<Given<Vec<f32>>>;

    /// Advantages; the rewards of steps that a time limit cut off hold what was still to come.
    fn advantages(&self, rollout: &Rollout, rewards: &[f32]) -> Option<Given<Vec<f32>>>;

    /// The samples of each minibatch of an epoch.
    fn indices(&self, batch_size: usize, minibatch_size: usize) -> Option<Given<Vec<Vec<usize>>>>;

    /// Whether it has a loss.
    fn has_loss(&self) -> bool;

    /// The gradient of that loss on one minibatch, in the order of the parameters, and its [`measures`]. Minibatches of VPG
    /// are `num_envs` whole worlds, step by step.
    ///
    /// # Errors
    /// When a function breaks down, or does not give what it should.
    fn gradient(
        &self,
        parameters: &[f32],
        minibatch: &Minibatch,
        num_envs: usize,
    ) -> Given<(Vec<f32>, Vec<f32>)>;

    /// Whether it has [`StepHooks`] to take steps by.
    fn has_rules(&self) -> bool;
}

/// What a loss from outside measures beside its gradient: whoever has the loss is told these keys, and gives a number for each in
/// this order.
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
