//! The sentence about what one sees of a run right now, made from plain numbers.

use std::cmp::Ordering;

use super::format::{count, plural, score};
use policy_lab::config::TrainConfig;
use policy_lab::history::health::Remedy;
use policy_lab::history::{History, Phase, Point};
use policy_lab::protocol::StopReason;
use policy_lab::protocol::metrics::Metric;
use policy_lab::protocol::score::ScoreKind;

/// Part of the longest possible episode below which a solved task is lost again; of returns, the
/// part of the way from the first one to where the task counts as solved.
const LOST: f64 = 0.5;
/// Factor by which episodes have to grow to count as learning.
const BETTER: f64 = 2.0;
/// Part of that way that counts as learning.
const WAY: f64 = 0.25;

/// The state of a run, as the sentence tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunStand {
    /// No run has begun.
    Before,
    /// A run is under way.
    Running,
    /// A run is paused.
    Paused,
    /// A run has ended by itself.
    Over,
    /// The reader has ended a run.
    Stopped,
    /// A run has failed.
    Failed,
}

/// The numbers of the sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct StoryNumbers {
    /// The state of the run.
    pub stand: RunStand,
    /// Carts that learn side by side; 0 in an environment without carts.
    pub num_carts: usize,
    /// Length of the longest possible episode in steps, if the aim is to make episodes long.
    pub longest: Option<f64>,
    /// The mean length or return from which the task counts as solved, if it can tell.
    pub goal: Option<f64>,
    /// Iterations done.
    pub iteration: usize,
    /// Mean length or return at the start.
    pub first: Option<f64>,
    /// The best mean length or return.
    pub best: f64,
    /// The newest mean length or return.
    pub now: Option<f64>,
    /// Iterations and environment steps after which the task was solved for the first time.
    pub solved_after: Option<(usize, u64)>,
    /// True if the reader's code takes part in the run.
    pub is_own: bool,
    /// The run's learning rate compared with the preset's.
    pub rate: Ordering,
    /// The setting to change first, if the run's health names one.
    pub remedy: Option<Remedy>,
}

impl StoryNumbers {
    /// Takes the numbers out of a history. `form` is the configuration of the next run, if it is
    /// valid, and `usual_rate` the learning rate of the preset.
    pub fn of(history: &History, form: Option<&TrainConfig>, usual_rate: f64) -> Self {
        let run = &history.run;
        let config = run.info.as_ref().map(|info| &info.config).or(form);
        let longest = config.and_then(longest);
        let points: &[Point] = config.map_or(&[], |config| run.series(metric(config)));
        let iteration = run.last.as_ref().map_or(0, |last| last.iteration);
        Self {
            stand: match history.phase {
                Phase::Paused => RunStand::Paused,
                Phase::Running => RunStand::Running,
                Phase::Failed(_) => RunStand::Failed,
                // Who stops a solved run has not broken it off.
                Phase::Stopped(StopReason::Requested) if solved_stop(history).is_none() => {
                    RunStand::Stopped
                }
                Phase::Stopped(_) => RunStand::Over,
                Phase::Loading | Phase::Idle => RunStand::Before,
            },
            num_carts: config.map_or(0, |config| match config.env_id.is_cart() {
                true => config.num_envs,
                false => 0,
            }),
            longest,
            goal: config.and_then(goal),
            iteration,
            first: config.and_then(|config| first_telling(points, config)),
            best: points
                .iter()
                .fold(f64::NEG_INFINITY, |best, it| best.max(it.1)),
            now: points.last().map(|point| point.1),
            solved_after: config.and_then(|config| solved_after(points, iteration, config)),
            is_own: false,
            rate: config.map_or(Ordering::Equal, |config| {
                config.learning_rate.total_cmp(&usual_rate)
            }),
            remedy: None,
        }
    }

    /// Returns true if the run is over and the ways on should be offered.
    pub fn is_over(&self) -> bool {
        matches!(self.stand, RunStand::Over | RunStand::Stopped) && self.iteration > 0
    }

    /// Returns the sentence.
    pub fn sentence(&self) -> String {
        if self.iteration == 0 {
            return self.opening();
        }
        let iteration = count(self.iteration as u64);
        let (Some(first), Some(now)) = (self.first, self.now) else {
            return format!("Iteration {iteration}: no episode has ended yet");
        };
        let state = self.state(first, now);
        match self.stand {
            RunStand::Before | RunStand::Running => format!("Iteration {iteration}: {state}"),
            RunStand::Paused => format!("Paused at iteration {iteration}: {state}"),
            RunStand::Stopped => format!(
                "Stopped at iteration {iteration}: {state}. Train starts again from nothing"
            ),
            RunStand::Failed => format!("The run broke off at iteration {iteration}: {state}"),
            RunStand::Over => self.ending(first, now),
        }
    }

    /// Returns the sentence for the time before the first numbers.
    fn opening(&self) -> String {
        match (self.stand, self.num_carts) {
            (RunStand::Failed, _) => "Nothing has been learned yet".to_owned(),
            (RunStand::Before, 0) => {
                "Press Train: a network tries actions at random, and does more of those that pay"
                    .to_owned()
            }
            (RunStand::Before, carts) => format!(
                "Press Train: {} push left and right at random, and learn from what happens",
                plural(carts, "cart")
            ),
            (RunStand::Stopped | RunStand::Over, _) => {
                "Stopped before the first iteration was done. Train starts again".to_owned()
            }
            (_, 0) => "The network knows nothing yet: it acts at random".to_owned(),
            _ => "The network knows nothing yet: it pushes at random".to_owned(),
        }
    }

    /// Returns the state in numbers, after a colon.
    fn state(&self, first: f64, now: f64) -> String {
        let whose = if self.is_own { "with your code " } else { "" };
        let start = match self.iteration {
            1 => String::new(),
            _ => format!(", {} at the start", self.number(first)),
        };
        match self.longest {
            Some(_) => format!(
                "{whose}the poles stay up {} steps on average{start}",
                self.number(now)
            ),
            None => format!(
                "{whose}an episode returns {} on average{start}",
                self.number(now)
            ),
        }
    }

    fn ending(&self, first: f64, now: f64) -> String {
        let (after, state) = (plural(self.iteration, "iteration"), self.state(first, now));
        let goal = match (self.goal, self.longest) {
            (Some(goal), _) if !self.is_own => goal,
            (None, Some(longest)) if !self.is_own => {
                return format!(
                    "After {after} {state}. Episodes of {longest:.0} steps at most are too short to tell whether it has learned: raise num_steps or max_episode_steps"
                );
            }
            _ => return format!("After {after} {state}"),
        };
        let advice = self.advice();
        // What it did more of, what it learned, the unit, what still counts as solved, and what
        // counts as learning.
        let on_the_way = |part: f64| first + part * (goal - first);
        let (pays, learned, unit, least, better) = match self.longest {
            Some(longest) => (
                "kept the poles up",
                "balance",
                " steps",
                LOST * longest,
                BETTER * first,
            ),
            None => (
                "paid",
                "solve the task",
                "",
                on_the_way(LOST).min(goal),
                on_the_way(WAY),
            ),
        };
        match self.solved_after {
            Some((iterations, steps)) if now >= least => format!(
                "Solved after {} and {} steps. Nobody wrote a rule: the network tried, and did more of what {pays}",
                plural(iterations, "iteration"),
                count(steps)
            ),
            Some(_) => format!(
                "It learned to {learned} and lost it again: {}{unit} at best, {} now. {advice}",
                self.number(self.best),
                self.number(now)
            ),
            None if now >= better => {
                format!("It has learned, but not all of it: {state}. {advice}")
            }
            None => format!("It has not learned: {state}. {advice}"),
        }
    }

    fn advice(&self) -> String {
        match (&self.remedy, self.rate) {
            (Some(remedy), _) => format!("Set {} to {}, and train again", remedy.key, remedy.text),
            (None, Ordering::Equal) => "Try another seed, or a smaller learning_rate".to_owned(),
            (None, _) => "Put learning_rate back, and train again".to_owned(),
        }
    }

    /// Writes a length in whole steps, or a return.
    fn number(&self, number: f64) -> String {
        match self.longest {
            Some(_) => format!("{number:.0}"),
            None => score(number),
        }
    }
}

/// Returns the length of the longest possible episode, if every step on which the pole is up pays
/// the same.
fn longest(config: &TrainConfig) -> Option<f64> {
    let is_length = config.env_id.pays_per_step() && config.reward.trim().is_empty();
    is_length.then(|| config.longest_episode() as f64)
}

/// Returns the metric that the sentence tells of. With a reward that does not pay by the step,
/// nobody knows what long episodes are worth.
fn metric(config: &TrainConfig) -> Metric {
    match longest(config) {
        Some(_) => ScoreKind::of(config.env_id).metric(),
        None => Metric::EpisodicReturn,
    }
}

/// Returns the value of that metric from which the task counts as solved, if it can tell.
fn goal(config: &TrainConfig) -> Option<f64> {
    let is_score = metric(config) == ScoreKind::of(config.env_id).metric();
    config.solved_score().filter(|_| is_score)
}

/// Returns the iterations after which a run was solved that ended for it, early: because every
/// environment survived, or because it was stopped while the task was solved.
pub fn solved_stop(history: &History) -> Option<usize> {
    let run = &history.run;
    let (last, config) = (run.last.as_ref()?, &run.info.as_ref()?.config);
    match history.phase {
        Phase::Stopped(StopReason::Solved) => Some(last.iteration),
        Phase::Stopped(StopReason::Requested) => {
            let points = run.series(metric(config));
            let is_solved = points.last()?.1 >= goal(config)?;
            let (after, _) = solved_after(points, last.iteration, config)?;
            is_solved.then_some(after)
        }
        _ => None,
    }
}

/// Returns how much of the run is done, from 0 to 1. A run that ended because it was solved is
/// done.
pub fn done(history: &History) -> f64 {
    match solved_stop(history) {
        Some(_) => 1.0,
        None => history.run.progress(),
    }
}

/// Returns the first value that tells how well the policy did, or else the first of all.
fn first_telling(points: &[Point], config: &TrainConfig) -> Option<f64> {
    let first = config.first_telling_step();
    let telling = points.iter().find(|point| point.0 >= first);
    telling.or(points.first()).map(|point| point.1)
}

/// Returns the iterations and steps after which the lengths or returns in `points` first solved the
/// task.
fn solved_after(points: &[Point], iteration: usize, config: &TrainConfig) -> Option<(usize, u64)> {
    goal(config)?;
    let place = config.first_solved(points)?;
    let steps = points[place].0;
    // An iteration in which no episode ended has no point.
    let iterations = match points.len() == iteration {
        true => place + 1,
        false => {
            let size = config.batch_size() * config.rollouts_per_iteration;
            (steps / size.max(1) as f64).round().max(1.0) as usize
        }
    };
    Some((iterations, steps as u64))
}
