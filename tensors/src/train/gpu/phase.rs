//! A learning phase on a GPU: the rollout is copied there once, and each epoch is one operation.

mod read_back;

use std::rc::Rc;

use burn::tensor::{Tensor, TensorData};
use futures::future::{FutureExt as _, LocalBoxFuture};
use policy_lab::config::world::env;
use policy_lab::config::{Advantage, MinibatchOf, PolicyLoss, Standardise, TrainConfig};
use policy_lab::device::ReadError;
use policy_lab::envs::formula::Formula;
use policy_lab::nn::Networks;
use policy_lab::ops::rollout::{RolloutPlan, RowSize, RunWorlds, words};
use policy_lab::protocol::metrics::{Metric, Metrics};
use policy_lab::rollout::{BadArgument, Minibatch, Rollout, by_worlds};
use policy_lab::train::gpu::{GpuPhase, GpuState, ReadBack, Reading, RunSteps};
use policy_lab::train::learner::{metrics, set_fixed_targets};
use policy_lab::train::targets::Targets;

use super::state::DeviceState;
use crate::device::read;
use crate::ops::learn::{
    AdvantageFrom, DeviceRollout, DeviceSteps, Discount, Loss, LossCoefficients, MEASURES,
    TargetsShape, UpdateShape, learn, targets,
};
use crate::ops::rollout::rollout;

/// The metrics that every step measures, in the order of [`crate::ops::learn::Sum`].
const MEASURED: [Metric; MEASURES] = [
    Metric::PolicyLoss,
    Metric::ValueLoss,
    Metric::Entropy,
    Metric::ApproxKl,
    Metric::OldApproxKl,
    Metric::ImportanceWeight,
    Metric::ClipFraction,
    Metric::ZeroGradientFraction,
    Metric::GradNorm,
];

/// A learning phase on a GPU, of one run or of several of the same shape side by side.
pub struct DevicePhase {
    rollout: DeviceRollout,
    state: DeviceState,
    /// The state before the newest update.
    before: Option<DeviceState>,
    plan: UpdateShape,
    /// Of each run.
    coefficients: Vec<LossCoefficients>,
    /// Of each run, because a loss without a clip measures less.
    metrics: Vec<Vec<Metric>>,
    /// The measurements of each operation.
    measures: Vec<Tensor<1>>,
    /// The variance of each run's returns, and that of what the critic leaves of it, where the
    /// device has computed them.
    variances: Option<Tensor<1>>,
}

impl DevicePhase {
    /// Copies a rollout and its targets to the device of a state, and begins with that.
    ///
    /// # Errors
    /// If a single sample would be standardised.
    pub fn new(
        state: DeviceState,
        networks: &Networks,
        (rollout, host_targets): (&Rollout, &Targets),
        config: &TrainConfig,
    ) -> Result<Self, BadArgument> {
        let device = &state.vector.device();
        let columns = fixed_targets(rollout, host_targets, config)?;
        let figures = [&rollout.log_prob[..], &rollout.rewards];
        let samples = rollout.len();
        let states = rollout.states();
        let shows_state = rollout.hidden.is_empty();
        let row = RowSize {
            state: states.len() / samples,
            controls: rollout.controls.len() / samples,
        };
        let words = words([states, &rollout.controls], &rollout.actions, figures, row);
        let (count, len) = (words.len(), columns.len());
        let rollout = DeviceRollout {
            record: Tensor::from_data(TensorData::new(words, [count]), device),
            targets: Tensor::from_data(TensorData::new(columns, [len]), device),
        };
        // Normalised observations have no states beneath them.
        let observe = match shows_state {
            true => Formula::identity(row.state),
            false => config.env_id.dynamics().observe.clone(),
        };
        let plan = plan(networks, (1, samples), observe, config);
        Ok(Self::begin(rollout, state, plan, &[config]))
    }

    /// Makes the rollouts of some runs of the same shape, and takes steps of learning from them,
    /// without a wait between the two.
    ///
    /// # Panics
    /// Unless [`TrainConfig::is_all_on_device`].
    pub fn with_rollouts(
        state: DeviceState,
        networks: &Networks,
        runs: &[&TrainConfig],
        steps: &[RunSteps],
        (worlds, rollouts): (&[RunWorlds<'_>], RolloutPlan),
    ) -> Self {
        let config = runs[0];
        let discounts = runs.iter().map(|config| Discount {
            gamma: config.gamma,
            gae_lambda: config.gae_lambda,
        });
        let parameters = state.vector.clone();
        let device = parameters.device();
        let discounts = Discount::upload(&discounts.collect::<Vec<_>>(), &device);
        let mut state = state;
        let coefficients = coefficients(runs);
        let uploaded = upload(&mut state, &coefficients, steps);
        let record = rollout(&parameters, worlds, rollouts);
        let of = TargetsShape {
            critic: networks.critic.clone(),
            env: env(config),
            num_envs: config.num_envs,
            num_steps: config.num_steps,
            is_generalised: config.has_gae(),
        };
        let (targets, variances) = targets(parameters, record.clone(), discounts, of);
        let rollout = DeviceRollout { record, targets };
        let samples = config.num_envs * config.num_steps;
        let observe = config.env_id.dynamics().observe.clone();
        let plan = plan(networks, (runs.len(), samples), observe, config);
        let mut phase = Self {
            variances: networks.critic.is_some().then_some(variances),
            ..Self::begin(rollout, state, plan, runs)
        };
        phase.take(uploaded, steps[0].sizes.len());
        phase
    }

    fn begin(
        rollout: DeviceRollout,
        state: DeviceState,
        plan: UpdateShape,
        runs: &[&TrainConfig],
    ) -> Self {
        Self {
            rollout,
            state,
            before: None,
            metrics: (runs.iter())
                .map(|config| metrics(config.plan().loss, plan.critic.is_some()))
                .collect(),
            plan,
            coefficients: coefficients(runs),
            measures: Vec::new(),
            variances: None,
        }
    }

    fn take(&mut self, uploaded: DeviceSteps, steps: usize) {
        self.plan.steps = steps;
        let before = self.state.vector.clone();
        let (after, measures) = learn(before, &self.rollout, uploaded, self.plan.clone());
        self.state.vector = after;
        self.measures.push(measures);
    }

    /// Returns the measurements of the newest update of a run that is alone.
    async fn measures_of_newest(&self) -> Result<Metrics, ReadError> {
        let mut found = Metrics::default();
        if let Some(measures) = self.measures.last() {
            let values = read(measures.clone()).await?;
            let newest = values.len() - MEASURES;
            for (metric, value) in MEASURED.iter().zip(&values[newest..]) {
                if self.metrics[0].contains(metric) {
                    found.set(*metric, f64::from(*value));
                }
            }
        }
        Ok(found)
    }
}

impl GpuPhase for DevicePhase {
    fn update(&mut self, runs: &[RunSteps]) {
        self.before = Some(self.state.clone());
        let uploaded = upload(&mut self.state, &self.coefficients, runs);
        self.take(uploaded, runs[0].sizes.len());
    }

    fn undo(&mut self) {
        if let Some(before) = self.before.take() {
            self.state = before;
            self.measures.pop();
        }
    }

    fn state(&self) -> Rc<dyn GpuState> {
        Rc::new(self.state.clone())
    }

    fn newest(&self) -> LocalBoxFuture<'_, Result<Metrics, ReadError>> {
        self.measures_of_newest().boxed_local()
    }

    fn read(&mut self, wanted: Reading) -> LocalBoxFuture<'_, Result<Vec<ReadBack>, ReadError>> {
        self.read_back(wanted).boxed_local()
    }
}

/// Returns the coefficients of each run's loss.
fn coefficients(runs: &[&TrainConfig]) -> Vec<LossCoefficients> {
    let of = |config: &&TrainConfig| {
        let clip_coef = match config.plan().loss {
            PolicyLoss::Reinforce => None,
            PolicyLoss::Vpg { clip_coef, .. } | PolicyLoss::Ppo { clip_coef } => clip_coef,
        };
        LossCoefficients {
            clip_coef: clip_coef.map(|coef| coef as f32),
            ent_coef: config.ent_coef as f32,
            vf_coef: config.vf_coef as f32,
            huber_delta: config.huber_delta.map(|delta| delta as f32),
        }
    };
    runs.iter().map(of).collect()
}

/// Copies the steps of each run to their device, and counts them.
fn upload(
    state: &mut DeviceState,
    coefficients: &[LossCoefficients],
    runs: &[RunSteps],
) -> DeviceSteps {
    let minibatches = runs.iter().flat_map(|run| &run.minibatches);
    let mut order: Vec<i32> = Vec::with_capacity(minibatches.clone().map(Vec::len).sum());
    for minibatch in minibatches {
        order.extend(minibatch.iter().map(|it| *it as i32));
    }
    let mut numbers = Vec::new();
    for (run, (clock, own)) in (runs.iter()).zip(state.clocks.iter_mut().zip(coefficients)) {
        for size in &run.sizes {
            let step = clock.advance(size.learning_rate);
            let most = size.max_grad_norm.map(|norm| norm as f32);
            numbers.extend(own.step(most, &step));
        }
    }
    DeviceSteps::upload(order, numbers, &state.vector.device())
}

/// Returns the description of the steps of some runs with so many samples each. The number of steps
/// is still to be set.
fn plan(
    networks: &Networks,
    (runs, samples): (usize, usize),
    observe: Formula,
    config: &TrainConfig,
) -> UpdateShape {
    let Networks {
        actor,
        num_log_stds: num_controls,
        critic,
    } = networks.clone();
    let loss = match config.plan().loss {
        PolicyLoss::Reinforce => Loss::Reinforce,
        PolicyLoss::Vpg {
            use_importance_weights: is_weighted,
            ..
        } => Loss::Vpg { is_weighted },
        PolicyLoss::Ppo { .. } => Loss::Ppo,
    };
    UpdateShape {
        actor,
        num_controls,
        critic,
        loss,
        advantage: advantage_from(config),
        clips_values: config.plan().value_clip.is_some(),
        observe,
        runs,
        samples,
        steps: 0,
    }
}

/// Returns where the operation takes advantages from. One through which gradient flows is not
/// standardised.
fn advantage_from(config: &TrainConfig) -> AdvantageFrom {
    let plan = config.plan();
    match (plan.advantage, plan.standardise) {
        (Some(Advantage::Value), Standardise::Advantages) if config.detach_advantage => {
            AdvantageFrom::StandardisedValue
        }
        (Some(Advantage::Value), _) => AdvantageFrom::Value {
            flows: !config.detach_advantage,
        },
        (_, Standardise::Advantages) => AdvantageFrom::StandardisedTargets,
        (_, Standardise::Nothing | Standardise::Returns) => AdvantageFrom::Targets,
    }
}

/// Returns the advantages of all samples, then their returns, as far as neither depends on the
/// networks. What is computed within minibatches of environments is the same in every epoch.
fn fixed_targets(
    rollout: &Rollout,
    targets: &Targets,
    config: &TrainConfig,
) -> Result<Vec<f32>, BadArgument> {
    let plan = config.plan();
    let mut columns = [&targets.advantages[..], &targets.returns].concat();
    if plan.minibatches == MinibatchOf::Worlds {
        for indices in by_worlds(rollout.num_envs, rollout.num_steps, plan.num_minibatches)? {
            let (advantages, returns) = (&targets.advantages, &targets.returns);
            let mut minibatch = Minibatch::pick(rollout, advantages, returns, &indices);
            let num_worlds = config.num_envs / plan.num_minibatches;
            set_fixed_targets(plan, &mut minibatch, num_worlds)?;
            for (row, index) in indices.iter().enumerate() {
                columns[*index] = minibatch.advantages[row];
                columns[rollout.len() + index] = minibatch.returns[row];
            }
        }
    }
    Ok(columns)
}
