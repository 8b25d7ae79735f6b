//! The workloads that are timed: an update, a rollout and a whole run, on any device.

use std::rc::Rc;

use burn::tensor::Device;
use futures::{StreamExt as _, pin_mut};
use policy_lab::config::presets::Preset;
use policy_lab::config::world::env;
use policy_lab::config::{Algorithm, TrainConfig};
use policy_lab::device::ReadError;
use policy_lab::nn::{Activation, Init};
use policy_lab::ops::adam::AdamSettings;
use policy_lab::ops::rollout::RowSize;
use policy_lab::protocol::Event;
use policy_lab::random::{Purpose, Stream as Random};
use policy_lab::rollout::{Collector, Rollout};
use policy_lab::train::Clock;
use policy_lab::train::crew::{Crew, shared_steps_at_once, take_shared_steps};
use policy_lab::train::gpu::{Gpu, GpuState};
use policy_lab::train::learner::{HostState, Learner, LearningPhase, StepSize};
use policy_lab::train::session::Session;
use policy_lab::train::setup::{networks, optimiser};
use policy_lab::train::targets::Targets;
use policy_lab_tensors::checks::balance;
use policy_lab_tensors::train::run_device;
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

/// One policy-gradient update with Adam, as a learning phase makes it, on rows that are already on
/// the device.
pub struct UpdateWorkload {
    learner: Learner,
    phase: LearningPhase,
    rollout: Rollout,
    targets: Targets,
    /// All in one minibatch.
    rows: Vec<Vec<usize>>,
}

impl UpdateWorkload {
    /// Creates random rows, for a network with these hidden layers. Other cores help where there is
    /// a crew.
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
        let mut learner =
            Learner::new(networks(&config), parameters, settings, &run_device(device));
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
    /// The GPU that takes the steps, with the parameters there; `None` if the host takes them.
    on_gpu: Option<(Rc<dyn Gpu>, Rc<dyn GpuState>)>,
    pub(super) num_steps: usize,
}

impl RolloutWorkload {
    /// Creates environments at the start of their first episodes. Other cores help where there is a
    /// crew.
    pub fn new(
        num_envs: usize,
        num_steps: usize,
        device: &Device,
        crew: Option<Rc<dyn Crew>>,
    ) -> Self {
        let config = workload(num_envs, num_steps, HIDDEN);
        let parameters = first_parameters(&config);
        let on_gpu = run_device(device).gpu().map(|gpu| {
            let state = HostState::new(parameters.clone(), optimiser(&config));
            (Rc::clone(gpu), gpu.hold(&[&state]))
        });
        Self {
            collector: Collector::new(num_envs, env(&config), networks(&config), 1),
            on_gpu,
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
            match self.on_gpu() {
                Some((most, state)) => {
                    let steps = most.min(left);
                    let plan = self.collector.plan(steps);
                    let words = state.rollout(&[self.collector.run_worlds()], plan).await?;
                    self.collector.absorb(&mut rollout, &words, steps);
                }
                None => self.collector.advance(&mut rollout, &self.on_host, left),
            }
        }
        self.collector.finish(&mut rollout, &self.on_host);
        Ok(rollout.final_samples.len())
    }

    /// Returns the steps that a GPU takes in one call, and what takes them, or `None` if the host
    /// does.
    pub(super) fn on_gpu(&self) -> Option<(usize, Rc<dyn GpuState>)> {
        let (gpu, state) = self.on_gpu.as_ref()?;
        let actor = &networks(&self.config).actor;
        let most = gpu.steps_at_once(actor, RowSize::of(self.config.env_id), self.config.num_envs);
        Some((most, Rc::clone(state)))
    }
}

/// Returns the seconds and the iterations that a preset needs until its poles stay up, or `None` if
/// they never do.
pub async fn solve(preset: &str, device: &Device) -> Result<Option<(f64, usize)>, String> {
    let begun = Instant::now();
    let balanced = balance(preset, 1, device)
        .await
        .map_err(|error| error.to_string())?;
    Ok(balanced
        .reached
        .map(|(iteration, _)| (begun.elapsed().as_secs_f64(), iteration)))
}

/// Returns the settings of a run that is timed to its end: `ppo-defaults` are cleanrl's 500,000
/// steps, `modurl-ppo` is the workload of ModuRL's benchmark.
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
    let events = Session::new(settings(name)?, run_device(device)).events();
    pin_mut!(events);
    while let Some(event) = events.next().await {
        if let Event::Failed(failure) = event {
            return Err(failure.message);
        }
    }
    Ok(begun.elapsed().as_secs_f64())
}
