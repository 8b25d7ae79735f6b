//! The workloads that are timed: an update, a rollout and a whole run, on any device.

use std::rc::Rc;

use burn::tensor::{Device, Tensor};
use futures::{StreamExt as _, pin_mut};
use policy_lab::checks::balance;
use policy_lab::config::presets::Preset;
use policy_lab::config::world::env;
use policy_lab::config::{Algorithm, TrainConfig};
use policy_lab::device::{DeviceKind, ReadError, kind};
use policy_lab::nn::{Activation, Init};
use policy_lab::ops::adam::AdamSettings;
use policy_lab::protocol::Event;
use policy_lab::random::{Purpose, Stream as Random};
use policy_lab::rollout::{Collector, Rollout, StepOn};
use policy_lab::train::Clock;
use policy_lab::train::crew::{Crew, shared_steps_at_once, take_shared_steps};
use policy_lab::train::learner::{Learner, LearningPhase, StepSize};
use policy_lab::train::session::Session;
use policy_lab::train::setup::networks;
use policy_lab::train::targets::Targets;
use web_time::Instant;

/// Hidden layers of the course's training run.
pub const HIDDEN: &[usize] = &[120, 84];

/// REINFORCE on `num_envs` environments, with an update of all their samples at once.
fn workload(num_envs: usize, num_steps: usize, hidden: &[usize]) -> TrainConfig {
    TrainConfig {
        num_envs,
        num_steps,
        hidden_sizes: hidden.to_vec(),
        activation: Activation::Relu,
        learning_rate: 1e-3,
        anneal_lr: false,
        max_grad_norm: None,
        normalize_returns: false,
        ent_coef: 0.01,
        ..(Preset::first_for(Algorithm::Reinforce).config)()
    }
}

fn first_parameters(config: &TrainConfig) -> Vec<f32> {
    networks(config).initial_parameters(1, Init::UniformFanIn)
}

/// One policy-gradient update with Adam, as a learning phase makes it, on rows that are already on the device.
pub struct UpdateWorkload {
    learner: Learner,
    phase: LearningPhase,
    rollout: Rollout,
    targets: Targets,
    /// All in one minibatch.
    rows: Vec<Vec<usize>>,
}

impl UpdateWorkload {
    /// Creates random rows, for a network with these hidden layers. Other cores help where there is a crew.
    pub fn new(rows: usize, hidden: &[usize], device: &Device, crew: Option<Rc<dyn Crew>>) -> Self {
        let random = Random::new(1, Purpose::Check);
        let normal = |column: u32, row: usize| random.normals([column, row as u32])[0] as f32;
        let config = workload(rows, 1, hidden);
        let rollout = Rollout {
            num_envs: rows,
            num_steps: 1,
            obs_size: 4,
            obs: (0..rows * 4)
                .map(|at| normal(at as u32 % 4, at / 4))
                .collect(),
            actions: (0..rows as u32)
                .map(|row| random.bits([4, row])[0] % 2)
                .collect(),
            log_prob: vec![-std::f32::consts::LN_2; rows],
            rewards: vec![1.0; rows],
            ..Rollout::default()
        };
        let returns: Vec<f32> = (0..rows).map(|row| normal(5, row)).collect();
        let targets = Targets {
            advantages: returns.clone(),
            returns,
        };
        let settings = AdamSettings::default();
        let parameters = first_parameters(&config);
        let mut learner = Learner::new(networks(&config), parameters, settings, device);
        learner.crew = crew;
        let phase = learner.phase(&rollout, &targets, &config);
        Self {
            phase: phase.expect("many samples"),
            learner,
            rollout,
            targets,
            rows: vec![(0..rows).collect()],
        }
    }

    /// Makes one update, and waits until the device is really done.
    pub async fn run(&mut self) -> Result<(), ReadError> {
        let size = |_| StepSize {
            learning_rate: 1e-3,
            max_grad_norm: None,
        };
        let (samples, count) = ((&self.rollout, &self.targets), self.rows[0].len());
        let clock = &self.learner.clock;
        let update = (self.phase).update(samples, &self.rows, count, size, clock);
        update.await.expect("there are many samples");
        self.phase.newest().await.map(drop)
    }
}

/// A rollout: `num_steps` steps of environments with sampled actions, all of it recorded.
pub struct RolloutWorkload {
    pub(super) collector: Collector,
    config: TrainConfig,
    crew: Option<Rc<dyn Crew>>,
    on_host: Vec<f32>,
    pub(super) on_device: Tensor<1>,
    pub(super) num_steps: usize,
}

impl RolloutWorkload {
    /// Creates environments at the start of their first episodes. Other cores help where there is a crew.
    pub fn new(
        num_envs: usize,
        num_steps: usize,
        device: &Device,
        crew: Option<Rc<dyn Crew>>,
    ) -> Self {
        let config = workload(num_envs, num_steps, HIDDEN);
        let parameters = first_parameters(&config);
        Self {
            collector: Collector::new(num_envs, env(&config), networks(&config), 1),
            on_device: Tensor::from_floats(parameters.as_slice(), device),
            on_host: parameters,
            config,
            crew,
            num_steps,
        }
    }

    /// Makes one rollout, as a training run does. Returns the number of episodes that ended.
    pub async fn run(&mut self) -> Result<usize, ReadError> {
        let mut rollout = self.collector.rollout(self.num_steps);
        while rollout.num_steps < self.num_steps {
            let left = self.num_steps - rollout.num_steps;
            if let Some(crew) = &self.crew {
                let most = shared_steps_at_once(Some(&**crew), self.config.num_envs);
                let policy = (&self.config, &self.on_host[..]);
                let (collector, clock) = (&mut self.collector, Clock::default());
                let steps = most.min(left);
                take_shared_steps(&**crew, collector, &mut rollout, policy, steps, &clock).await;
                continue;
            }
            let (steps, on) = match self.steps_on_device() {
                Some(steps) => (steps.min(left), StepOn::Device(&self.on_device)),
                None => (left, StepOn::Host(&self.on_host)),
            };
            (self.collector).take_steps(&mut rollout, steps, on).await?;
        }
        self.collector.finish(&mut rollout, &self.on_host);
        Ok(rollout.final_obs.len())
    }

    /// Returns the steps that the device takes in one call, or `None` if the host takes them.
    pub(super) fn steps_on_device(&self) -> Option<usize> {
        let is_gpu = kind(&self.on_device.device()) == DeviceKind::Webgpu;
        is_gpu.then(|| self.collector.steps_at_once())
    }
}

/// Returns the seconds and the iterations that a preset needs until its poles stay up, or `None` if they never do.
pub async fn solve(preset: &str, device: &Device) -> Result<Option<(f64, usize)>, String> {
    let begun = Instant::now();
    let balanced = balance(preset, 1, device)
        .await
        .map_err(|error| error.to_string())?;
    Ok(balanced
        .reached
        .map(|(iteration, _)| (begun.elapsed().as_secs_f64(), iteration)))
}

/// Returns the settings of a run that is timed to its end: `ppo-defaults` are cleanrl's 500,000 steps, `modurl-ppo` is the workload of
/// ModuRL's benchmark.
pub(super) fn settings(name: &str) -> Result<TrainConfig, String> {
    let defaults = (Preset::find("ppo-course")
        .ok_or("The course's preset is gone")?
        .config)();
    match name {
        "ppo-defaults" => Ok(defaults),
        "modurl-ppo" => Ok(TrainConfig {
            num_envs: 8,
            num_steps: 256,
            num_minibatches: 32,
            update_epochs: 10,
            total_timesteps: 20_480,
            learning_rate: 3e-4,
            ..defaults
        }),
        _ => Err(format!("There is no run {name}")),
    }
}

/// Trains to the end of a run. Returns the seconds.
pub async fn finish(name: &str, device: &Device) -> Result<f64, String> {
    let begun = Instant::now();
    let events = Session::new(settings(name)?, device.clone()).events();
    pin_mut!(events);
    while let Some(event) = events.next().await {
        if let Event::Failed(failure) = event {
            return Err(failure.message);
        }
    }
    Ok(begun.elapsed().as_secs_f64())
}
