//! A learning phase on a GPU: the rollout is copied there once, and each epoch is one operation.

use burn::tensor::{Int, Tensor, TensorData};

use super::host::{metrics, set_fixed_targets};
use super::{Learner, StepSize};
use crate::config::{Advantage, MinibatchOf, PolicyLoss, Standardise, TrainConfig};
use crate::device::{ReadError, read, read_both};
use crate::envs::Env;
use crate::nn::Networks;
use crate::ops::adam::Adam;
use crate::ops::learn::{
    AdvantageFrom, DeviceRollout, LearnPlan, Loss, MEASURES, TargetsPlan, learn, targets,
};
use crate::ops::rollout::words;
use crate::protocol::metrics::{Metric, Metrics};
use crate::rollout::{BadArgument, Minibatch, Rollout, by_worlds};
use crate::train::targets::Targets;
use crate::train::update_stats::UpdateStats;

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

/// The parameters and the optimiser of a run, while it learns on a GPU.
pub struct DevicePhase {
    rollout: DeviceRollout,
    state: Tensor<1>,
    adam: Adam,
    plan: LearnPlan,
    metrics: Vec<Metric>,
    /// The measurements of each operation.
    measures: Vec<Tensor<1>>,
    /// The variance of the returns, and that of what the critic leaves of it, where the device has computed them.
    variances: Option<Tensor<1>>,
}

/// What is read back from a phase.
pub struct ReadBack {
    /// The measurements since the last time.
    pub measured: UpdateStats,
    /// How much of the returns' variance the critic explains, where the device has computed it.
    pub explained_variance: Option<f64>,
    /// The words of the rollout, if they were asked for.
    pub record: Vec<i32>,
}

impl DevicePhase {
    /// Copies a rollout and its targets to the device of a learner, and begins with its parameters and its optimiser. None if the
    /// operation does not know such a loss.
    ///
    /// # Errors
    /// If a single sample would be standardised.
    pub fn new(
        learner: &Learner,
        rollout: &Rollout,
        host_targets: &Targets,
        config: &TrainConfig,
    ) -> Result<Option<Self>, BadArgument> {
        let Some(advantage) = advantage_from(config) else {
            return Ok(None);
        };
        let device = &learner.device;
        let columns = fixed_targets(rollout, host_targets, config)?;
        let figures = [&rollout.log_prob[..], &rollout.rewards];
        let words = words(&rollout.obs, &rollout.actions, figures, rollout.obs_size);
        let (count, len) = (words.len(), columns.len());
        let rollout = DeviceRollout {
            record: Tensor::from_data(TensorData::new(words, [count]), device),
            targets: Tensor::from_data(TensorData::new(columns, [len]), device),
        };
        Ok(Some(Self::begin(learner, rollout, advantage, config)))
    }

    /// Begins with a rollout that the device of a learner has made and that lies there.
    ///
    /// # Panics
    /// Unless [`learns_from_record`].
    pub fn on_record(
        learner: &Learner,
        record: Tensor<1, Int>,
        env: Env,
        config: &TrainConfig,
    ) -> Self {
        let advantage = advantage_from(config).expect("the operation knows such a loss");
        let critic = learner.networks.critic.clone();
        let has_critic = critic.is_some();
        let plan = TargetsPlan {
            critic,
            env,
            num_envs: config.num_envs,
            num_steps: config.num_steps,
            gamma: config.gamma,
            gae_lambda: config.has_gae().then_some(config.gae_lambda),
        };
        let (targets, variances) = targets(learner.parameters.clone(), record.clone(), plan);
        let rollout = DeviceRollout { record, targets };
        Self {
            variances: has_critic.then_some(variances),
            ..Self::begin(learner, rollout, advantage, config)
        }
    }

    fn begin(
        learner: &Learner,
        rollout: DeviceRollout,
        advantage: AdvantageFrom,
        config: &TrainConfig,
    ) -> Self {
        let plan = config.plan();
        let Networks { actor, critic } = learner.networks.clone();
        let (loss, clip_coef) = match plan.loss {
            PolicyLoss::Reinforce => (Loss::Reinforce, None),
            PolicyLoss::Vpg {
                use_importance_weights: is_weighted,
                clip_coef,
            } => (Loss::Vpg { is_weighted }, clip_coef),
            PolicyLoss::Ppo { clip_coef } => (Loss::Ppo, clip_coef),
        };
        let Adam {
            first_moment,
            second_moment,
            ..
        } = learner.adam.clone();
        Self {
            rollout,
            state: Tensor::cat(
                vec![learner.parameters.clone(), first_moment, second_moment],
                0,
            ),
            adam: learner.adam.clone(),
            metrics: metrics(plan.loss, critic.is_some()),
            plan: LearnPlan {
                actor,
                critic,
                loss,
                advantage,
                clip_coef: clip_coef.map(|coef| coef as f32),
                ent_coef: config.ent_coef as f32,
                vf_coef: config.vf_coef as f32,
                max_grad_norm: config.max_grad_norm.map(|norm| norm as f32),
                steps: Vec::new(),
            },
            measures: Vec::new(),
            variances: None,
        }
    }

    /// Makes a gradient step on each of some minibatches of equal size.
    pub fn update(&mut self, minibatches: &[Vec<usize>], step_sizes: &[StepSize]) {
        let order: Vec<i32> = minibatches.iter().flatten().map(|it| *it as i32).collect();
        let count = order.len();
        let device = self.state.device();
        let order = Tensor::<1, Int>::from_data(TensorData::new(order, [count]), &device);
        let steps = step_sizes
            .iter()
            .map(|it| self.adam.advance(it.learning_rate));
        self.plan.steps = steps.collect();
        let (state, measures) = learn(self.state.clone(), &self.rollout, order, self.plan.clone());
        self.state = state;
        self.measures.push(measures);
    }

    /// Returns the measurements of the newest update.
    ///
    /// # Errors
    /// Fails if the device does not answer.
    pub async fn newest(&self) -> Result<Metrics, ReadError> {
        let mut found = Metrics::default();
        if let Some(measures) = self.measures.last() {
            let values = read(measures.clone()).await?;
            let newest = values.len() - MEASURES;
            for (metric, value) in MEASURED.iter().zip(&values[newest..]) {
                if self.metrics.contains(metric) {
                    found.set(*metric, f64::from(*value));
                }
            }
        }
        Ok(found)
    }
}

impl Learner {
    /// Takes over the parameters and the optimiser of a phase on the device. Reads them back in one copy with what its updates
    /// measured since the last time and, if it is asked for, the record of the rollout.
    ///
    /// # Errors
    /// Fails if the device does not answer.
    pub async fn take_over_device(
        &mut self,
        phase: &mut DevicePhase,
        with_record: bool,
    ) -> Result<ReadBack, ReadError> {
        let count = self.host_parameters.len();
        let part = |index: usize| {
            phase
                .state
                .clone()
                .slice(index * count..(index + 1) * count)
        };
        self.parameters = part(0);
        self.adam = phase.adam.clone();
        self.adam.first_moment = part(1);
        self.adam.second_moment = part(2);
        let mut parts = vec![self.parameters.clone()];
        parts.append(&mut phase.measures);
        parts.extend(phase.variances.clone());
        let parts = Tensor::cat(parts, 0);
        let (mut numbers, record) = match with_record {
            true => read_both(parts, phase.rollout.record.clone()).await?,
            false => (read(parts).await?, Vec::new()),
        };
        let explained_variance = phase.variances.as_ref().and_then(|_| {
            let [total, unexplained] =
                [numbers.len() - 2, numbers.len() - 1].map(|at| f64::from(numbers[at]));
            numbers.truncate(numbers.len() - 2);
            (total > 0.0).then(|| 1.0 - unexplained / total)
        });
        let measures = numbers.split_off(count);
        self.host_parameters = numbers;
        let columns: Vec<usize> = (phase.metrics.iter())
            .filter_map(|metric| MEASURED.iter().position(|other| other == metric))
            .collect();
        let rows = measures.chunks(MEASURES);
        Ok(ReadBack {
            measured: UpdateStats {
                metrics: phase.metrics.clone(),
                rows: rows
                    .map(|row| columns.iter().map(|column| row[*column]).collect())
                    .collect(),
            },
            explained_variance,
            record,
        })
    }
}

/// Returns true if a phase can begin with a rollout that only the device has seen: nothing of its targets is computed within
/// minibatches of environments.
pub fn learns_from_record(config: &TrainConfig) -> bool {
    let plan = config.plan();
    advantage_from(config).is_some()
        && plan.standardise != Standardise::Returns
        && plan.advantage != Some(Advantage::WorldMean)
}

/// Returns where the operation takes advantages from; none if it has no such way.
fn advantage_from(config: &TrainConfig) -> Option<AdvantageFrom> {
    let plan = config.plan();
    let is_standardised = plan.standardise == Standardise::Advantages;
    match (plan.advantage, is_standardised) {
        // Standardising needs the critic's values of all rows of a minibatch before the loss of the first.
        (Some(Advantage::Value), true) => None,
        (Some(Advantage::Value), false) => Some(AdvantageFrom::Value {
            flows: !config.detach_advantage,
        }),
        (_, true) => Some(AdvantageFrom::StandardisedTargets),
        (_, false) => Some(AdvantageFrom::Targets),
    }
}

/// Returns the advantages of all samples, then their returns, as far as neither depends on the networks. What is computed within
/// minibatches of environments is the same in every epoch.
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
