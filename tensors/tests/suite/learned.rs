//! What a run learns from recorded samples. It is the function that trains which is compared here,
//! not the parts of a loss put together once more: by the device's own body, and by the oracle.

use burn::tensor::Device;
use policy_lab::config::presets::Preset;
use policy_lab::config::{Advantage, Algorithm, TrainConfig};
use policy_lab::ops::adam::AdamSettings;
use policy_lab::protocol::metrics::Metric;
use policy_lab::rollout::{HookError, Minibatch, Rollout, StepHooks};
use policy_lab::train::hooks::{HookResult, TrainHooks};
use policy_lab::train::learner::Learner;
use policy_lab::train::learning::{RunProgress, learn};
use policy_lab::train::observer::Observer;
use policy_lab::train::shuffles::Shuffles;
use policy_lab_tensors::oracle::Oracle;
use policy_lab_tensors::train::run_device;

use super::network::Model;
use super::section::{Node, told};
use super::tensors::transpose;
use super::tolerance::Tolerance;

/// Adam's share of the newest gradient in its running mean.
const NEWEST: f64 = 1.0 - 0.9;

/// Recorded samples, step by step, as a rollout of a run.
pub struct Lesson {
    rollout: Rollout,
    targets: Targets,
}

/// The targets that a fixture gives; a run computes those that are missing.
#[derive(Default)]
struct Targets {
    returns: Option<Vec<f32>>,
    advantages: Option<Vec<f32>>,
}

/// The result of one gradient step.
pub struct Learned {
    measured: Vec<(Metric, f64)>,
    /// The gradient of the loss, after it was clipped.
    pub gradient: Vec<f32>,
    /// The parameters after the step.
    pub parameters: Vec<f32>,
}

/// The device's body and the oracle, each with its parameters and its optimiser.
pub struct Pupils {
    learners: [Learner; 2],
    oracle: Oracle,
    config: TrainConfig,
    /// The parameters of a critic that the run does not have.
    unused: Vec<f32>,
}

/// Settings with which a rollout makes one gradient step, and nothing but the loss of `algorithm`
/// is in its gradient.
pub fn one_step(algorithm: Algorithm, advantage: Advantage) -> TrainConfig {
    TrainConfig {
        algorithm,
        advantage,
        update_epochs: 1,
        num_minibatches: 1,
        target_kl: None,
        anneal_lr: false,
        max_grad_norm: None,
        weight_decay: 0.0,
        ent_coef: 0.0,
        vf_coef: 1.0,
        clip_coef: None,
        normalize_returns: false,
        norm_adv: false,
        use_importance_weights: false,
        detach_advantage: true,
        ..(Preset::first_for(algorithm).config)()
    }
}

impl Lesson {
    /// Observations and actions of `num_envs` environments.
    pub fn new(num_envs: usize, obs: Vec<f32>, actions: &[i32]) -> Self {
        let rows = actions.len();
        Self {
            rollout: Rollout {
                num_envs,
                num_steps: rows / num_envs,
                obs_size: obs.len() / rows,
                obs,
                actions: actions.iter().map(|action| *action as u32).collect(),
                log_prob: vec![0.0; rows],
                rewards: vec![0.0; rows],
                terminated: vec![false; rows],
                truncated: vec![false; rows],
                was_reset: vec![false; rows],
                ..Rollout::default()
            },
            targets: Targets::default(),
        }
    }

    /// Reads the inputs of a case of PPO.
    pub fn of_ppo(inputs: &Node<'_>) -> Result<Self, String> {
        let actions = inputs.at("actions")?.actions()?;
        let floats = |key| inputs.at(key)?.floats();
        let lesson = Self::new(actions.len(), floats("obs")?, &actions)
            .taken_with(floats("logprobs")?)
            .with_advantages(floats("advantages")?, &floats("returns")?);
        Ok(lesson)
    }

    /// Samples with continuous actions, the advantages and the returns.
    pub fn of_continuous(samples: &Minibatch) -> Self {
        let rows = samples.len();
        let mut lesson = Self::new(rows, samples.obs.clone(), &samples.actions);
        lesson.rollout.row.controls = samples.controls.len() / rows.max(1);
        lesson.rollout.controls.clone_from(&samples.controls);
        lesson
            .taken_with(samples.old_log_prob.clone())
            .with_advantages(samples.advantages.clone(), &samples.returns)
    }

    /// Reads the inputs of a case of VPG, which has a row per environment.
    pub fn of_vpg(inputs: &Node<'_>, obs_size: usize) -> Result<Self, String> {
        let rewards = inputs.at("rewards")?;
        let [num_envs, num_steps] = rewards.shape()[..] else {
            return Err(rewards.fault("not a row per environment"));
        };
        let obs = transpose(&inputs.at("obs")?.floats()?, num_steps, obs_size);
        let actions = transpose(&inputs.at("actions")?.actions()?, num_steps, 1);
        let lesson = Self::new(num_envs, obs, &actions).paid(
            transpose(&rewards.floats()?, num_steps, 1),
            transpose(&inputs.at("dones")?.flags()?, num_steps, 1),
        );
        Ok(match inputs.find("old_logprobs") {
            Some(old) => lesson.taken_with(transpose(&old.floats()?, num_steps, 1)),
            None => lesson,
        })
    }

    /// The log-probabilities with which the actions were taken.
    pub fn taken_with(mut self, log_prob: Vec<f32>) -> Self {
        self.rollout.log_prob = log_prob;
        self
    }

    /// Rewards, and the steps that ended an episode: the run computes the returns.
    pub fn paid(mut self, rewards: Vec<f32>, ended: Vec<bool>) -> Self {
        self.rollout.rewards = rewards;
        self.rollout.terminated = ended;
        self
    }

    /// Returns in place of the run's own.
    pub fn with_returns(mut self, returns: Vec<f32>) -> Self {
        self.targets.returns = Some(returns);
        self
    }

    /// Advantages in place of the run's own, and with them the returns: what a run adds to the
    /// advantages are the critic's values.
    pub fn with_advantages(mut self, advantages: Vec<f32>, returns: &[f32]) -> Self {
        let pairs = returns.iter().zip(&advantages);
        self.rollout.values = pairs.map(|(ret, advantage)| ret - advantage).collect();
        self.rollout.next_value = vec![0.0; self.rollout.num_envs];
        self.targets.advantages = Some(advantages);
        self
    }
}

impl Pupils {
    /// Networks at their start: on `device`, and for the oracle on the CPU.
    pub fn new(model: &Model, config: TrainConfig, device: &Device) -> Self {
        let mut networks = model.networks();
        networks.critic = networks.critic.filter(|_| config.has_critic());
        let mut parameters = model.parameters.clone();
        let unused = parameters.split_off(networks.num_parameters());
        let learner = |device: &Device| {
            let settings = AdamSettings {
                epsilon: config.adam_eps,
                weight_decay: config.weight_decay,
            };
            Learner::new(
                networks.clone(),
                parameters.clone(),
                settings,
                &run_device(device),
            )
        };
        Self {
            learners: [learner(device), learner(&Device::flex())],
            oracle: Oracle::of_networks(&config, networks.clone()),
            config,
            unused,
        }
    }

    /// Makes the next gradient step in both ways.
    pub async fn learn(&mut self, lesson: &Lesson) -> Result<[Learned; 2], String> {
        let [own, by_oracle] = &mut self.learners;
        let hooks = |oracle| TargetsAnd {
            targets: &lesson.targets,
            oracle,
        };
        let oracle = Some(&self.oracle);
        let mut both = [
            step(own, lesson, &self.config, &hooks(None)).await?,
            step(by_oracle, lesson, &self.config, &hooks(oracle)).await?,
        ];
        for learned in &mut both {
            learned.gradient.extend(self.unused.iter().map(|_| 0.0));
            learned.parameters.extend(&self.unused);
        }
        Ok(both)
    }
}

async fn step(
    learner: &mut Learner,
    lesson: &Lesson,
    config: &TrainConfig,
    hooks: &TargetsAnd<'_>,
) -> Result<Learned, String> {
    let config = TrainConfig {
        num_envs: lesson.rollout.num_envs,
        num_steps: lesson.rollout.num_steps,
        ..config.clone()
    };
    let before = learner.snapshot().read(0, 0).await.map_err(told)?;
    let progress = RunProgress {
        iterations: 0,
        updates: 0,
        shuffles: &Shuffles::new(1),
        epochs_done: &mut 0,
        hooks: Some(hooks),
        observer: &Observer::default(),
    };
    let learned = learn(learner, &lesson.rollout, &config, progress).await;
    let measured = learned.map_err(told)?.measured;
    let after = learner.snapshot().read(0, 0).await.map_err(told)?;
    let moments = after.first_moment.iter().zip(&before.first_moment);
    let newest = |(after, before): (&f32, &f32)| {
        let kept = (1.0 - NEWEST) * f64::from(*before);
        ((f64::from(*after) - kept) / NEWEST) as f32
    };
    Ok(Learned {
        measured: (measured.metrics.iter())
            .map(|metric| (*metric, measured.mean(*metric)))
            .collect(),
        gradient: moments.map(newest).collect(),
        parameters: after.parameters,
    })
}

impl Learned {
    /// Returns what the step measured.
    pub fn measured(&self, metric: Metric) -> Result<f64, String> {
        let found = self.measured.iter().find(|(it, _)| *it == metric);
        let found = found.ok_or_else(|| format!("{} was not measured", metric.key()))?;
        Ok(found.1)
    }

    /// Compares measurements with numbers of a fixture, where it has them. A recorded objective has
    /// the sign -1: it is maximised, and a loss is minimised.
    pub fn compare(
        &self,
        expected: &Node<'_>,
        metrics: &[(&str, Metric, f64)],
        tolerance: Tolerance,
    ) -> Result<(), String> {
        for (key, metric, sign) in metrics {
            if let Some(expected) = expected.find(key) {
                let measured = self.measured(*metric);
                let measured = measured.map_err(|what| expected.fault(what))?;
                expected.close(&[sign * measured], tolerance)?;
            }
        }
        Ok(())
    }

    /// Returns the gradient of an objective that is maximised.
    pub fn ascent(&self) -> Vec<f32> {
        self.gradient.iter().map(|slope| -slope).collect()
    }
}

/// The targets of a lesson and, where it computes the gradient, the oracle.
struct TargetsAnd<'a> {
    targets: &'a Targets,
    oracle: Option<&'a Oracle>,
}

impl StepHooks for TargetsAnd<'_> {}

impl TrainHooks for TargetsAnd<'_> {
    fn returns(&self, _: &Rollout) -> Option<HookResult<Vec<f32>>> {
        self.targets.returns.clone().map(Ok)
    }

    fn advantages(&self, _: &Rollout, _: &[f32]) -> Option<HookResult<Vec<f32>>> {
        self.targets.advantages.clone().map(Ok)
    }

    fn has_loss(&self) -> bool {
        self.oracle.is_some()
    }

    fn gradient(
        &self,
        parameters: &[f32],
        minibatch: &Minibatch,
        num_envs: usize,
    ) -> HookResult<(Vec<f32>, Vec<f32>)> {
        let oracle = self.oracle.ok_or(HookError::Missing)?;
        oracle.gradient(parameters, minibatch, num_envs)
    }

    fn measures(&self, config: &TrainConfig) -> Vec<Metric> {
        (self.oracle).map_or_else(Vec::new, |oracle| oracle.measures(config))
    }
}
