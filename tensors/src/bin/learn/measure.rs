//! One run, and the numbers that summarise it.

use policy_lab::config::TrainConfig;
use policy_lab::config::world::env;
use policy_lab::envs::EnvId;
use policy_lab::policy::weights;
use policy_lab::protocol::metrics::Metric;
use policy_lab::protocol::score::ScoreKind;
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
/// Episodes whose returns are averaged, as many as Gym asked for where it called a task solved.
const NEWEST: f64 = 100.0;
/// Parts of a run that its curve of returns has.
const PARTS: usize = 10;

/// The result of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Id of the experiment.
    pub experiment: String,
    /// Seed of the run.
    pub seed: u32,
    /// Mean length by iteration (lifespans) or by 50,000 steps (episodes); mean return by tenths of
    /// the iterations in which episodes ended (returns).
    pub curve: Vec<f64>,
    /// `(score, iteration, steps)` when the mean length first reached `score`. For episodes, the
    /// mean of the newest 20; for returns, the mean return of the newest 100.
    pub reached: Vec<(f64, usize, u64)>,
    /// Mean return of the newest 100 episodes, where returns are followed and so many ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newest_return: Option<f64>,
    /// Environment steps taken.
    pub steps: u64,
    /// Mean length and mean return of sampled episodes, up to the time limit.
    pub sampled: (f64, f64),
    /// Mean length and mean return of greedy episodes, up to the time limit.
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
    let score = ScoreKind::of(config.env_id).metric();
    let mut parameters = Vec::new();
    let mut secs = 0.0;
    for event in told(Session::new(config.clone(), RunDevice::Cpu).events()) {
        match event {
            Event::Run(RunEvent::Iteration(report)) => {
                secs = report.elapsed_secs;
                let get = |metric| report.metrics.get(metric);
                let count = get(Metric::EpisodesFinished).unwrap_or(0.0);
                progress.push(get(score), count, report.global_step);
            }
            Event::Run(RunEvent::LastGood(checkpoint)) => {
                parameters = weights::acting(&config, &checkpoint).into_owned();
            }
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
        newest_return: progress.newest_return(),
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
    if config.env_id == EnvId::Cartpole || !config.env_id.is_cart() {
        return 0.0;
    }
    let mut worlds = Collector::new(16, env(config), networks(config), EVALUATION_SEED);
    let mut rollout = worlds.rollout(500);
    worlds.advance(&mut rollout, parameters, 500);
    let omega = rollout.obs.iter().skip(3).step_by(4);
    omega.map(|omega| f64::from(omega.abs())).sum::<f64>() / rollout.len() as f64
}

/// Follows the score of a run: the length or the return of its episodes.
struct Progress {
    kind: Kind,
    goals: Vec<f64>,
    reached: Vec<(f64, usize, u64)>,
    iterations: usize,
    steps: u64,
    newest: NewestEpisodes,
    points: Vec<Point>,
}

/// An iteration in which episodes ended.
struct Point {
    /// Environment steps taken by its end.
    steps: u64,
    /// Mean score of the episodes that ended.
    mean: f64,
    /// How many ended.
    episodes: f64,
}

impl Progress {
    fn new(kind: Kind, config: &TrainConfig) -> Self {
        let goals = match kind {
            Kind::Lifespan if config.num_steps == 256 => vec![200.0, 240.0],
            Kind::Lifespan => vec![200.0, 400.0, 475.0, 490.0],
            Kind::Episodes => vec![475.0],
            Kind::Returns => config.solved_score().into_iter().collect(),
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

    fn push(&mut self, score: Option<f64>, count: f64, steps: u64) {
        self.iterations += 1;
        self.steps = steps;
        if let Some(mean) = score {
            self.points.push(Point {
                steps,
                mean,
                episodes: count,
            });
        }
        let newest = match self.kind {
            Kind::Lifespan => score,
            Kind::Episodes => score.and_then(|length| self.newest.push(count, length)),
            Kind::Returns => score.and_then(|_| self.newest_return()),
        };
        while let (Some(goal), Some(score)) = (self.goals.first().copied(), newest) {
            if score < goal {
                break;
            }
            // Iterations count from 0, as in the reference.
            self.reached.push((goal, self.iterations - 1, steps));
            self.goals.remove(0);
        }
    }

    /// Returns the mean return of the newest episodes: those of as many iterations as hold at least
    /// 100 of them. `None` while there are fewer, and where returns are not followed.
    fn newest_return(&self) -> Option<f64> {
        let mut episodes = 0.0;
        let enough = self.points.iter().rev().position(|point| {
            episodes += point.episodes;
            episodes >= NEWEST
        })?;
        let newest = &self.points[self.points.len() - 1 - enough..];
        (self.kind == Kind::Returns).then(|| mean(newest.iter()))
    }

    /// Returns the mean scores of the iterations, of stretches of 50,000 steps, or of tenths of the
    /// run, to two decimals.
    fn curve(&self) -> Vec<f64> {
        let rounded = |score: f64| (score * 100.0).round() / 100.0;
        let points = &self.points;
        match self.kind {
            Kind::Lifespan => points.iter().map(|point| rounded(point.mean)).collect(),
            Kind::Episodes => (0..self.steps.div_ceil(50_000))
                .map(|block| {
                    let inside = points.iter().filter(|p| (p.steps - 1) / 50_000 == block);
                    rounded(mean(inside))
                })
                .collect(),
            Kind::Returns => (0..PARTS)
                .map(|part| [part, part + 1].map(|edge| points.len() * edge / PARTS))
                .filter(|[start, end]| start < end)
                .map(|[start, end]| rounded(mean(points[start..end].iter())))
                .collect(),
        }
    }
}

/// Returns the mean score of the episodes of some iterations, or 0 if none ended.
fn mean<'a>(points: impl Iterator<Item = &'a Point>) -> f64 {
    let (total, count) = points.fold((0.0, 0.0), |(total, count), point| {
        (total + point.mean * point.episodes, count + point.episodes)
    });
    if count > 0.0 { total / count } else { 0.0 }
}
