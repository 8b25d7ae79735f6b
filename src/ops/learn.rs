//! Gradient steps from a rollout that lies on a device, as one operation: what it is told, in plain numbers.
//!
//! The host has a loop of its own for the same steps ([`crate::train`]), which lets others in between blocks of rows.

use burn::backend::Backend;
use burn::backend::tensor::{FloatTensor, IntTensor};
use burn::backend::{Dispatch, backend_extension};
use burn::tensor::{Int, Tensor};

use super::adam::AdamStep;
use super::mlp::Mlp;
use crate::envs::Env;

/// Numbers that are measured in each step: the sums over rows of [`Sum`], divided by the rows, then the norm of the gradient before
/// it was clipped.
pub const MEASURES: usize = Sum::COUNT + 1;

/// What is summed over the rows of a minibatch, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sum {
    /// The policy's loss.
    PolicyLoss,
    /// The critic's loss, times its coefficient.
    ValueLoss,
    /// The entropy, in nats.
    Entropy,
    /// `ratio - 1 - ln ratio`.
    Kl,
    /// `-ln ratio`.
    OldKl,
    /// VPG's weight.
    Weight,
    /// 1 for a ratio outside the clip's range.
    Clipped,
    /// 1 for a sample to which the clip leaves no gradient.
    WithoutGradient,
}

impl Sum {
    /// Number of sums.
    pub const COUNT: usize = Self::WithoutGradient as usize + 1;
}

/// The policy's loss; its formulas are in [`crate::algos::slopes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Loss {
    /// `-log_prob * G`.
    Reinforce,
    /// `-weight * log_prob * A`.
    Vpg {
        /// True if the weight is the probability ratio, false if it is 1.
        is_weighted: bool,
    },
    /// `-min(ratio * A, clip(ratio) * A)`.
    Ppo,
}

/// Where a sample's advantage comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AdvantageFrom {
    /// The targets.
    Targets,
    /// The targets, standardised within each minibatch.
    StandardisedTargets,
    /// The return minus the critic's newest value.
    Value {
        /// True if the policy's gradient flows into the critic through it.
        flows: bool,
    },
}

/// The description of some gradient steps.
#[derive(Clone, Debug)]
pub struct LearnPlan {
    /// The policy.
    pub actor: Mlp,
    /// The critic, if there is one.
    pub critic: Option<Mlp>,
    /// The policy's loss.
    pub loss: Loss,
    /// Where advantages come from.
    pub advantage: AdvantageFrom,
    /// Half-width of the range to which ratios are clipped.
    pub clip_coef: Option<f32>,
    /// Weight of the entropy bonus.
    pub ent_coef: f32,
    /// Weight of the critic's loss.
    pub vf_coef: f32,
    /// Norm above which a gradient is scaled down.
    pub max_grad_norm: Option<f32>,
    /// The optimiser's constants for each step.
    pub steps: Vec<AdamStep>,
}

impl LearnPlan {
    /// Returns the number of parameters of both networks.
    pub fn num_parameters(&self) -> usize {
        let critic = self.critic.as_ref().map_or(0, Mlp::num_parameters);
        self.actor.num_parameters() + critic
    }
}

/// Gradient steps on a device.
#[backend_extension(Cube)]
pub trait LearnOps: Backend {
    /// Takes the steps of a plan; see [`learn`].
    fn learn(
        state: FloatTensor<Self>,
        record: IntTensor<Self>,
        targets: FloatTensor<Self>,
        order: IntTensor<Self>,
        plan: LearnPlan,
    ) -> (FloatTensor<Self>, FloatTensor<Self>);

    /// Computes what is learned from a rollout; see [`targets`].
    fn targets(
        parameters: FloatTensor<Self>,
        record: IntTensor<Self>,
        plan: TargetsPlan,
    ) -> (FloatTensor<Self>, FloatTensor<Self>);
}

/// The description of returns and advantages.
#[derive(Clone, Debug)]
pub struct TargetsPlan {
    /// The critic, if there is one.
    pub critic: Option<Mlp>,
    /// The environment's rules.
    pub env: Env,
    /// Number of environments.
    pub num_envs: usize,
    /// Steps of each.
    pub num_steps: usize,
    /// Discount of later rewards.
    pub gamma: f64,
    /// Weight of longer estimates; none for discounted returns.
    pub gae_lambda: Option<f64>,
}

impl TargetsPlan {
    /// Returns how often at most the time limit can cut an environment off in the rollout.
    pub fn most_cuts(&self) -> usize {
        self.num_steps
            .div_ceil(self.env.max_episode_steps.max(1) as usize)
    }
}

/// Returns what is learned from a rollout that lies on a device, and the variance of the returns before that of the returns less the
/// critic's values. Without a critic the variances are not computed.
///
/// # Shapes
/// - `parameters`: `[all parameters of the run]`, or more that begin with them
/// - `record`: the result of [`super::rollout::rollout`]
/// - outputs: `[2 * num_steps * num_envs]`, advantages and returns; `[2]`
pub fn targets(
    parameters: Tensor<1>,
    record: Tensor<1, Int>,
    plan: TargetsPlan,
) -> (Tensor<1>, Tensor<1>) {
    let (targets, variances) =
        <Dispatch as LearnOps>::targets(parameters.into_dispatch(), record.into_dispatch(), plan);
    (
        Tensor::from_dispatch(targets),
        Tensor::from_dispatch(variances),
    )
}

/// A rollout on a device, and what is learned from it.
#[derive(Clone, Debug)]
pub struct DeviceRollout {
    /// The words of [`super::rollout::Recorded`], `[samples * (obs_size + 3)]`; what follows them is not read.
    pub record: Tensor<1, Int>,
    /// The advantages of all samples, then their returns: `[2 * samples]`.
    pub targets: Tensor<1>,
}

/// Takes as many gradient steps as `plan` has, each on the next part of `order`. Returns the new state and what was measured.
///
/// # Shapes
/// - `state`: `[3 * parameters]`: parameters, first moments, second moments
/// - `order`: `[steps * rows]`, indices of samples
/// - outputs: `[3 * parameters]`, `[steps * MEASURES]`
pub fn learn(
    state: Tensor<1>,
    samples: &DeviceRollout,
    order: Tensor<1, Int>,
    plan: LearnPlan,
) -> (Tensor<1>, Tensor<1>) {
    let (state, measures) = <Dispatch as LearnOps>::learn(
        state.into_dispatch(),
        samples.record.clone().into_dispatch(),
        samples.targets.clone().into_dispatch(),
        order.into_dispatch(),
        plan,
    );
    (
        Tensor::from_dispatch(state),
        Tensor::from_dispatch(measures),
    )
}
