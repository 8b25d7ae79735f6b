//! One gradient step as a device's own body takes it: the host's loop, or a GPU's kernels.

use burn::tensor::Device;
use policy_lab::config::TrainConfig;
use policy_lab::nn::Networks;
use policy_lab::ops::adam::AdamSettings;
use policy_lab::ops::rollout::RowSize;
use policy_lab::protocol::metrics::Metric;
use policy_lab::rollout::Rollout;
use policy_lab::train::Clock;
use policy_lab::train::learner::{Learner, StepSize};
use policy_lab::train::targets::Targets;

use super::outcome::CheckError;
use crate::train::run_device;

/// Adam's share of the newest gradient in its running mean, as it is in single precision.
const NEWEST: f64 = (1.0 - 0.9_f32) as f64;

/// The samples of one minibatch. A column is `[rows]`, unless it says otherwise.
#[derive(Clone, Debug, Default)]
pub struct StepSamples {
    /// `[rows, obs_size]`.
    pub obs: Vec<f32>,
    /// The actions taken; 0 for continuous ones.
    pub actions: Vec<u32>,
    /// The numbers of continuous actions, `[rows, num_controls]`; empty if actions are discrete.
    pub controls: Vec<f32>,
    /// Their log-probabilities when they were taken.
    pub old_log_prob: Vec<f32>,
    /// The advantages, unless the loss computes them.
    pub advantages: Vec<f32>,
    /// The returns.
    pub returns: Vec<f32>,
    /// The environments that the samples are of, step by step.
    pub num_envs: usize,
}

/// The parameters before a step, and the optimiser's settings.
#[derive(Clone, Debug)]
pub struct StepStart<'a> {
    /// The networks.
    pub networks: &'a Networks,
    /// Their parameters.
    pub parameters: &'a [f32],
    /// The optimiser, which has not taken a step.
    pub optimiser: AdamSettings,
}

impl<'a> StepStart<'a> {
    /// Returns a start with these parameters and Adam as it is.
    pub fn new(networks: &'a Networks, parameters: &'a [f32]) -> Self {
        Self {
            networks,
            parameters,
            optimiser: AdamSettings::default(),
        }
    }
}

/// The results of a step.
#[derive(Clone, Debug)]
pub struct StepResult {
    /// The gradient after it was clipped.
    pub gradient: Vec<f32>,
    /// The parameters after the step.
    pub parameters: Vec<f32>,
    measured: Vec<(Metric, f64)>,
}

impl StepResult {
    /// Returns what the step measured; NaN if it did not.
    pub fn measured(&self, metric: Metric) -> f64 {
        let found = self.measured.iter().find(|(other, _)| *other == metric);
        found.map_or(f64::NAN, |(_, value)| *value)
    }

    /// Returns the whole loss before the step, given the weight of the entropy bonus.
    pub fn loss(&self, ent_coef: f64) -> f64 {
        let value_loss = self.measured.iter().find(|it| it.0 == Metric::ValueLoss);
        self.measured(Metric::PolicyLoss) + value_loss.map_or(0.0, |(_, value)| *value)
            - ent_coef * self.measured(Metric::Entropy)
    }
}

/// Takes one step on all samples with a configuration's loss, learning rate and limit of the norm.
///
/// # Errors
/// If the device does not answer, or a single sample would be standardised.
pub async fn step(
    device: &Device,
    start: &StepStart<'_>,
    config: &TrainConfig,
    samples: &StepSamples,
) -> Result<StepResult, CheckError> {
    let rows = samples.actions.len();
    let config = TrainConfig {
        num_envs: samples.num_envs,
        num_steps: rows / samples.num_envs,
        num_minibatches: 1,
        ..config.clone()
    };
    let obs_size = samples.obs.len() / rows;
    let rollout = Rollout {
        num_envs: config.num_envs,
        num_steps: config.num_steps,
        obs_size,
        row: RowSize {
            state: obs_size,
            controls: samples.controls.len() / rows,
        },
        obs: samples.obs.clone(),
        actions: samples.actions.clone(),
        controls: samples.controls.clone(),
        log_prob: samples.old_log_prob.clone(),
        rewards: vec![0.0; rows],
        ..Rollout::default()
    };
    let targets = Targets {
        advantages: samples.advantages.clone(),
        returns: samples.returns.clone(),
    };
    let (networks, parameters) = (start.networks.clone(), start.parameters.to_vec());
    let mut learner = Learner::new(networks, parameters, start.optimiser, &run_device(device));
    let mut phase = learner.phase(&rollout, &targets, &config)?;
    let size = |_| StepSize {
        learning_rate: config.learning_rate,
        max_grad_norm: config.max_grad_norm,
    };
    let (all, clock) = ([(0..rows).collect()], Clock::default());
    let update = phase.update((&rollout, &targets), &all, config.num_envs, size, &clock);
    update.await?;
    let measured = learner.adopt(&mut phase).await?;
    let after = learner.snapshot().read(1, 0).await?;
    let gradient = after.first_moment.iter();
    Ok(StepResult {
        gradient: gradient.map(|m| (f64::from(*m) / NEWEST) as f32).collect(),
        parameters: after.parameters,
        measured: (measured.metrics.iter())
            .map(|metric| (*metric, measured.mean(*metric)))
            .collect(),
    })
}
