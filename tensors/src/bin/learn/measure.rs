//! One run, and the numbers that summarise it.

use policy_lab::config::TrainConfig;
use policy_lab::config::world::env;
use policy_lab::envs::EnvId;
use policy_lab::protocol::metrics::Metric;
use policy_lab::protocol::{Event, RunEvent};
use policy_lab::rollout::{ActionChoice, Collector, Episode, evaluate};
use policy_lab::train::gpu::RunDevice;
use policy_lab::train::session::Session;
use policy_lab::train::setup::networks;
use policy_lab_tensors::checks::NewestEpisodes;
use serde::{Deserialize, Serialize};

use super::experiments::{Experiment, Kind};
use super::runs::told;

/// Episodes of the final evaluation.
const EVALUATED: usize = 100;
/// The seed of the final evaluation, which shares no random numbers with the run.
const EVALUATION_SEED: u32 = 1_000_003;

/// The result of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Id of the experiment.
    pub experiment: String,
    /// Seed of the run.
    pub seed: u32,
    /// Mean length by iteration (lifespans), or by 50,000 steps (episodes).
    pub curve: Vec<f64>,
    /// `(length, iteration, steps)` when the mean length first reached `length`. For episodes, the
    /// mean of the newest 20.
    pub reached: Vec<(f64, usize, u64)>,
    /// Environment steps taken.
    pub steps: u64,
    /// Mean length and mean return of sampled episodes, up to 500 steps.
    pub sampled: (f64, f64),
    /// Mean length and mean return of greedy episodes, up to 500 steps.
    pub greedy: (f64, f64),
    /// Mean |omega| of carts that act by the sampled policy.
    pub mean_omega: f64,
    /// Seconds of work.
    pub secs: f64,
}

/// Trains and evaluates.
pub fn run(experiment: &Experiment, seed: u32) -> Outcome {
    let config = TrainConfig {
        seed,
        ..(experiment.config)()
    };
    let mut progress = Progress::new(experiment.kind, &config);
    let mut parameters = Vec::new();
    let mut secs = 0.0;
    for event in told(Session::new(config.clone(), RunDevice::Cpu).events()) {
        match event {
            Event::Run(RunEvent::Iteration(report)) => {
                secs = report.elapsed_secs;
                let get = |metric| report.metrics.get(metric);
                let count = get(Metric::EpisodesFinished).unwrap_or(0.0);
                progress.push(get(Metric::EpisodicLength), count, report.global_step);
            }
            Event::Run(RunEvent::LastGood(checkpoint)) => parameters = checkpoint.parameters,
            Event::Failed(failure) => eprintln!("{}: {}", experiment.id, failure.message),
            _ => {}
        }
    }
    let play = |choose| {
        let (env, networks) = (env(&config), networks(&config));
        let worlds = Collector::new(EVALUATED, env, networks, EVALUATION_SEED).choosing(choose);
        means(&evaluate(worlds, &parameters))
    };
    Outcome {
        experiment: experiment.id.to_owned(),
        seed,
        steps: progress.steps,
        curve: progress.curve(),
        reached: progress.reached,
        sampled: play(ActionChoice::Sampled),
        greedy: play(ActionChoice::Greedy),
        mean_omega: mean_omega(&config, &parameters),
        secs,
    }
}

fn means(episodes: &[Episode]) -> (f64, f64) {
    let count = episodes.len() as f64;
    let length: f64 = episodes.iter().map(|e| f64::from(e.length)).sum();
    let reward: f64 = episodes.iter().map(|e| f64::from(e.total_reward)).sum();
    (length / count, reward / count)
}

fn mean_omega(config: &TrainConfig, parameters: &[f32]) -> f64 {
    if config.env_id == EnvId::Cartpole {
        return 0.0;
    }
    let mut worlds = Collector::new(16, env(config), networks(config), EVALUATION_SEED);
    let mut rollout = worlds.rollout(500);
    worlds.advance(&mut rollout, parameters, 500);
    let omega = rollout.obs.iter().skip(3).step_by(4);
    omega.map(|omega| f64::from(omega.abs())).sum::<f64>() / rollout.len() as f64
}

/// Follows the headline length of a run.
struct Progress {
    kind: Kind,
    goals: Vec<f64>,
    reached: Vec<(f64, usize, u64)>,
    iterations: usize,
    steps: u64,
    newest: NewestEpisodes,
    /// (steps, mean length, episodes) of each iteration.
    points: Vec<(u64, f64, f64)>,
}

impl Progress {
    fn new(kind: Kind, config: &TrainConfig) -> Self {
        let goals = match kind {
            Kind::Lifespan if config.num_steps == 256 => vec![200.0, 240.0],
            Kind::Lifespan => vec![200.0, 400.0, 475.0, 490.0],
            Kind::Episodes => vec![475.0],
        };
        Self {
            kind,
            goals,
            reached: Vec::new(),
            iterations: 0,
            steps: 0,
            newest: NewestEpisodes::default(),
            points: Vec::new(),
        }
    }

    fn push(&mut self, length: Option<f64>, count: f64, steps: u64) {
        self.iterations += 1;
        self.steps = steps;
        if let Some(length) = length {
            self.points.push((steps, length, count));
        }
        let newest = match self.kind {
            Kind::Lifespan => length,
            Kind::Episodes => length.and_then(|length| self.newest.push(count, length)),
        };
        while let (Some(goal), Some(length)) = (self.goals.first().copied(), newest) {
            if length < goal {
                break;
            }
            // Iterations count from 0, as in the reference.
            self.reached.push((goal, self.iterations - 1, steps));
            self.goals.remove(0);
        }
    }

    /// Returns the mean lengths of the iterations, or of stretches of 50,000 steps, to two
    /// decimals.
    fn curve(&self) -> Vec<f64> {
        let rounded = |length: f64| (length * 100.0).round() / 100.0;
        if self.kind == Kind::Lifespan {
            return self.points.iter().map(|point| rounded(point.1)).collect();
        }
        let blocks = self.steps.div_ceil(50_000);
        (0..blocks)
            .map(|block| {
                let inside = self.points.iter().filter(|p| (p.0 - 1) / 50_000 == block);
                let (total, count) = inside.fold((0.0, 0.0), |(total, count), point| {
                    (total + point.1 * point.2, count + point.2)
                });
                rounded(if count > 0.0 { total / count } else { 0.0 })
            })
            .collect()
    }
}
