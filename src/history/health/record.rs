//! A run's curves by iteration.

use super::score::Score;
use crate::config::TrainConfig;
use crate::history::{History, Phase};
use crate::protocol::FailureKind;
use crate::protocol::metrics::Metric;

/// An iteration, and the value measured in it.
pub type Measured = (usize, f64);

/// The facts about a run that its health is judged by.
pub struct Record<'a> {
    /// The run's settings.
    pub config: &'a TrainConfig,
    /// Iterations done.
    pub iteration: usize,
    /// Iterations done before the run continued from a checkpoint.
    pub first_iteration: usize,
    /// Fraction of the run that is done.
    pub progress: f64,
    /// Trainable numbers in the networks, if they are known.
    pub num_parameters: usize,
    /// The smoothed score, if the run can be scored.
    pub score: Option<Score>,
    history: &'a History,
    /// The known iterations: their numbers, and the environment steps taken by their ends.
    iterations: &'a [(usize, f64)],
}

impl<'a> Record<'a> {
    /// Returns the record of a history's run, or `None` before its first iteration. It is scored by
    /// the length of episodes only if `is_our_reward`: what a reader's own reward asks for is not
    /// known.
    pub fn of(history: &'a History, is_our_reward: bool) -> Option<Self> {
        let run = history.run.info.as_ref()?;
        let iteration = history.run.last.as_ref()?.iteration;
        let mut record = Self {
            config: &run.config,
            iteration,
            first_iteration: run.first_iteration,
            progress: history.run.progress(),
            num_parameters: run.num_parameters,
            score: None,
            history,
            iterations: history.run.iterations(),
        };
        record.score = Score::of(&record, is_our_reward);
        Some(record)
    }

    /// Returns the largest entropy that a policy of the run can have, in nats: that of one which
    /// takes each action as often. `None` where there is none to compare with: a single action
    /// leaves no choice, and the entropy of continuous actions has no bounds.
    pub fn most_entropy(&self) -> Option<f64> {
        // There are none where actions are continuous.
        let num_actions = self.config.env_id.num_actions();
        (num_actions > 1).then(|| (num_actions as f64).ln())
    }

    /// Returns all values of a metric.
    pub fn all(&self, metric: Metric) -> Vec<Measured> {
        let mut points = self.history.run.series(metric).iter().peekable();
        let mut all = Vec::new();
        for (iteration, step) in self.iterations {
            if let Some(point) = points.next_if(|point| point.0 == *step) {
                all.push((*iteration, point.1));
            }
        }
        all
    }

    /// Returns the last `count` values of a metric, or `None` if there are fewer.
    pub fn newest(&self, metric: Metric, count: usize) -> Option<Vec<f64>> {
        let points = self.history.run.series(metric);
        let points = points.get(points.len().checked_sub(count)?..)?;
        Some(points.iter().map(|point| point.1).collect())
    }

    /// Returns the environment steps taken by the end of an iteration.
    pub fn step_of(&self, iteration: usize) -> u64 {
        // A long run knows only some iterations: the last one before it has about as many steps.
        let after = self.iterations.partition_point(|it| it.0 <= iteration);
        after
            .checked_sub(1)
            .map_or(0, |place| self.iterations[place].1 as u64)
    }

    /// Returns the last checkpoint with at most this many iterations done.
    pub fn checkpoint(&self, iterations: usize) -> Option<usize> {
        let kept = self.history.run.checkpoints.iter().map(|it| it.iteration);
        kept.filter(|it| *it <= iterations).max()
    }

    /// Returns true if the run ended because a number was not finite.
    pub fn has_broken_off(&self) -> bool {
        matches!(&self.history.phase, Phase::Failed(failure) if failure.kind == FailureKind::NotFinite)
    }
}

/// Returns the median of some values, or 0 if there are none.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => 0.0,
        odd if odd % 2 == 1 => sorted[middle],
        _ => f64::midpoint(sorted[middle - 1], sorted[middle]),
    }
}
