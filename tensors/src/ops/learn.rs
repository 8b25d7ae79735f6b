//! Gradient steps from rollouts that lie on a device, as one operation: what it is told, in plain
//! numbers. Several runs of the same shape take their steps side by side.
//!
//! The host has a loop of its own for the same steps ([`policy_lab::train`]), which lets others in
//! between blocks of rows.

use burn::backend::Backend;
use burn::backend::tensor::{FloatTensor, IntTensor};
use burn::backend::{Dispatch, backend_extension};
use burn::tensor::{Device, Int, Tensor, TensorData};
use policy_lab::envs::Env;
use policy_lab::envs::formula::Formula;
use policy_lab::ops::adam::{AdamStep, NO_LIMIT};
use policy_lab::ops::mlp::Mlp;

/// Numbers that are measured in each step: the sums over rows of [`Sum`], divided by the rows, then
/// the norm of the gradient before it was clipped.
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

/// The policy's loss; its formulas are in [`policy_lab::algos::slopes`].
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
    /// The return minus the critic's newest value, standardised within each minibatch. No gradient
    /// flows through it.
    StandardisedValue,
    /// The return minus the critic's newest value.
    Value {
        /// True if the policy's gradient flows into the critic through it.
        flows: bool,
    },
}

/// What a run tells one step, and what is found for it, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateScalar {
    /// Half-width of the range to which ratios are clipped; very large without a clip.
    ClipCoef,
    /// Weight of the entropy bonus.
    EntCoef,
    /// Weight of the critic's loss.
    VfCoef,
    /// Error of the critic from which its loss grows in proportion; very large if every error is
    /// squared.
    HuberDelta,
    /// Norm above which the gradient is scaled down; very large without a limit.
    MaxGradNorm,
    /// See [`AdamStep::beta_1`].
    Beta1,
    /// See [`AdamStep::beta_2`].
    Beta2,
    /// See [`AdamStep::kept`].
    Kept,
    /// See [`AdamStep::rate`].
    Rate,
    /// See [`AdamStep::second_scale`].
    SecondScale,
    /// See [`AdamStep::epsilon`].
    Epsilon,
    /// The mean of the advantages in the minibatch, which the device writes.
    Mean,
    /// 1 divided by their standard deviation, which the device writes.
    InverseDeviation,
}

impl UpdateScalar {
    /// Number of these.
    pub const COUNT: usize = Self::InverseDeviation as usize + 1;
}

/// The coefficients of a run's loss, which are the same in all its steps.
#[derive(Clone, Copy, Debug)]
pub struct LossCoefficients {
    /// Half-width of the range to which ratios are clipped.
    pub clip_coef: Option<f32>,
    /// Weight of the entropy bonus.
    pub ent_coef: f32,
    /// Weight of the critic's loss.
    pub vf_coef: f32,
    /// Error of the critic from which its loss grows in proportion.
    pub huber_delta: Option<f32>,
}

impl LossCoefficients {
    /// Returns the [`UpdateScalar`]s of a step.
    pub fn step(&self, max_grad_norm: Option<f32>, adam: &AdamStep) -> [f32; UpdateScalar::COUNT] {
        [
            self.clip_coef.unwrap_or(f32::MAX),
            self.ent_coef,
            self.vf_coef,
            self.huber_delta.unwrap_or(f32::MAX),
            max_grad_norm.unwrap_or(NO_LIMIT),
            adam.beta_1,
            adam.beta_2,
            adam.kept,
            adam.rate,
            adam.second_scale,
            adam.epsilon,
            0.0,
            1.0,
        ]
    }
}

/// The description of some gradient steps of one run or several.
#[derive(Clone, Debug)]
pub struct UpdateShape {
    /// The policy. For continuous actions the logarithms of standard deviations follow its weights.
    pub actor: Mlp,
    /// Numbers of a continuous action; 0 if actions are discrete.
    pub num_controls: usize,
    /// The critic, if there is one.
    pub critic: Option<Mlp>,
    /// The policy's loss.
    pub loss: Loss,
    /// Where advantages come from.
    pub advantage: AdvantageFrom,
    /// True if the critic's loss is clipped around the values of the rollout, which are the returns
    /// less the advantages.
    pub clips_values: bool,
    /// What the policy sees of a state.
    pub observe: Formula,
    /// Number of runs.
    pub runs: usize,
    /// Samples of the rollout of each.
    pub samples: usize,
    /// Steps of each.
    pub steps: usize,
}

impl UpdateShape {
    /// Returns the number of parameters of the run.
    pub fn num_parameters(&self) -> usize {
        let critic = self.critic.as_ref().map_or(0, Mlp::num_parameters);
        self.actor.num_parameters() + self.num_controls + critic
    }
}

/// Returns the distance from a run's parameters to the first moments of its optimiser, and from
/// these to the second. Each begins where a view of a buffer may begin, so none is copied to be
/// read.
pub fn stride(num_parameters: usize) -> usize {
    num_parameters.next_multiple_of(64)
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
        numbers: FloatTensor<Self>,
        plan: UpdateShape,
    ) -> (FloatTensor<Self>, FloatTensor<Self>);

    /// Computes what is learned from rollouts; see [`targets`].
    fn targets(
        parameters: FloatTensor<Self>,
        record: IntTensor<Self>,
        discounts: FloatTensor<Self>,
        plan: TargetsShape,
    ) -> (FloatTensor<Self>, FloatTensor<Self>);

    /// Counts the parameters that are not finite; see [`count_not_finite`].
    fn count_not_finite(
        state: FloatTensor<Self>,
        runs: usize,
        num_parameters: usize,
    ) -> FloatTensor<Self>;
}

/// The description of returns and advantages.
#[derive(Clone, Debug)]
pub struct TargetsShape {
    /// The critic, if there is one.
    pub critic: Option<Mlp>,
    /// The environment's rules.
    pub env: Env,
    /// Number of environments of a run.
    pub num_envs: usize,
    /// Steps of each.
    pub num_steps: usize,
    /// True for generalised advantages, false for discounted returns.
    pub is_generalised: bool,
}

/// How a run discounts later rewards.
#[derive(Clone, Copy, Debug)]
pub struct Discount {
    /// Discount of later rewards.
    pub gamma: f64,
    /// Weight of longer estimates, for generalised advantages.
    pub gae_lambda: f64,
}

impl Discount {
    /// Copies what runs discount with to a device: gamma and its product with lambda for each.
    pub fn upload(runs: &[Self], device: &Device) -> Tensor<1> {
        let numbers = runs.iter().flat_map(|it| {
            let factor = it.gamma * it.gae_lambda;
            [it.gamma as f32, factor as f32]
        });
        floats(numbers.collect(), device)
    }
}

/// Returns what is learned from rollouts that lie on a device, and the variance of the returns
/// before that of the returns less the critic's values. Without a critic the variances are not
/// computed.
///
/// # Shapes
/// - `parameters`: `[runs * n]`, where the `n` numbers of a run begin with its parameters
/// - `record`: the result of [`super::rollout::rollout`]
/// - `discounts`: the result of [`Discount::upload`]
/// - outputs: `[runs * 2 * num_steps * num_envs]`, advantages and returns of each run; `[runs * 2]`
pub fn targets(
    parameters: Tensor<1>,
    record: Tensor<1, Int>,
    discounts: Tensor<1>,
    plan: TargetsShape,
) -> (Tensor<1>, Tensor<1>) {
    let (targets, variances) = <Dispatch as LearnOps>::targets(
        parameters.into_dispatch(),
        record.into_dispatch(),
        discounts.into_dispatch(),
        plan,
    );
    (
        Tensor::from_dispatch(targets),
        Tensor::from_dispatch(variances),
    )
}

/// Rollouts on a device, and what is learned from them.
#[derive(Clone, Debug)]
pub struct DeviceRollout {
    /// The words of [`Recorded`](policy_lab::ops::rollout::Recorded) for each run; what follows
    /// them is not read.
    pub record: Tensor<1, Int>,
    /// The advantages of all samples, then their returns: `[runs * 2 * samples]`.
    pub targets: Tensor<1>,
}

/// The steps of some runs, on their device.
#[derive(Clone, Debug)]
pub struct DeviceSteps {
    /// Indices of each run's own samples, one minibatch after the other: `[runs * steps * rows]`.
    order: Tensor<1, Int>,
    /// `[runs * steps]` times what [`LossCoefficients::step`] returns.
    numbers: Tensor<1>,
}

impl DeviceSteps {
    /// Copies steps to a device.
    ///
    /// A copy waits for all that the device was asked for before, so copies come before dispatches.
    pub fn upload(order: Vec<i32>, numbers: Vec<f32>, device: &Device) -> Self {
        let count = order.len();
        Self {
            order: Tensor::from_data(TensorData::new(order, [count]), device),
            numbers: floats(numbers, device),
        }
    }
}

/// Takes the steps of a plan. Returns the new state and what was measured.
///
/// # Shapes
/// - `state`: `[runs * 3 * stride]`: parameters, first moments, second moments of each run
/// - outputs: `[runs * 3 * stride]`, `[runs * steps * MEASURES]`
pub fn learn(
    state: Tensor<1>,
    samples: &DeviceRollout,
    steps: DeviceSteps,
    plan: UpdateShape,
) -> (Tensor<1>, Tensor<1>) {
    let (state, measures) = <Dispatch as LearnOps>::learn(
        state.into_dispatch(),
        samples.record.clone().into_dispatch(),
        samples.targets.clone().into_dispatch(),
        steps.order.into_dispatch(),
        steps.numbers.into_dispatch(),
        plan,
    );
    (
        Tensor::from_dispatch(state),
        Tensor::from_dispatch(measures),
    )
}

/// Returns how many parameters of each run are infinite or NaN.
///
/// # Shapes
/// - `state`: `[runs * 3 * stride]`, as [`learn`] takes it
/// - output: `[runs]`
pub fn count_not_finite(state: Tensor<1>, runs: usize, num_parameters: usize) -> Tensor<1> {
    let state = state.into_dispatch();
    Tensor::from_dispatch(<Dispatch as LearnOps>::count_not_finite(
        state,
        runs,
        num_parameters,
    ))
}

fn floats(numbers: Vec<f32>, device: &Device) -> Tensor<1> {
    let count = numbers.len();
    Tensor::from_data(TensorData::new(numbers, [count]), device)
}
