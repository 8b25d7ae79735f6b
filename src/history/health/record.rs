//! A run's curves by iteration.

use super::score::Score;
use crate::config::TrainConfig;
use crate::history::{History, Phase};
use crate::protocol::FailureKind;
use crate::protocol::metrics::Metric;

/// A value and the iteration that it was measured in.
pub type Measured = (usize, f64);

/// What is known of a run.
pub struct Record<'a> {
    /// Its settings.
    pub config: &'a TrainConfig,
    /// Iterations done.
    pub iteration: usize,
    /// Iterations done before it went on from a checkpoint.
    pub first_iteration: usize,
    /// Part of the run that is done.
    pub progress: f64,
    /// How well it does, where that can be said.
    pub score: Option<Score>,
    history: &'a History,
    /// Environment steps taken by the end of each iteration that is known.
    steps: Vec<f64>,
}

impl<'a> Record<'a> {
    /// Nothing before the first iteration.
    pub fn of(history: &'a History) -> Option<Self> {
        let run = history.run.info.as_ref()?;
        let iteration = history.run.last.as_ref()?.iteration;
        // The one metric that every iteration has.
        let steps = history.run.series(Metric::LearningRate).iter();
        let mut record = Self {
            config: &run.config,
            iteration,
            first_iteration: run.first_iteration,
            progress: history.run.progress(),
            score: None,
            history,
            steps: steps.map(|point| point.0).collect(),
        };
        record.score = Score::of(&record);
        Some(record)
    }

    /// All values of a metric.
    pub fn all(&self, metric: Metric) -> Vec<Measured> {
        let first = (self.iteration + 1).saturating_sub(self.steps.len());
        let mut points = self.history.run.series(metric).iter().peekable();
        let mut all = Vec::new();
        for (place, step) in self.steps.iter().enumerate() {
            if let Some(point) = points.next_if(|point| point.0 == *step) {
                all.push((first + place, point.1));
            }
        }
        all
    }

    /// The last `count` values of a metric, or nothing where there are not so many.
    pub fn newest(&self, metric: Metric, count: usize) -> Option<Vec<f64>> {
        let points = self.history.run.series(metric);
        let points = points.get(points.len().checked_sub(count)?..)?;
        Some(points.iter().map(|point| point.1).collect())
    }

    /// Environment steps taken when an iteration was done.
    pub fn step_of(&self, iteration: usize) -> u64 {
        let back = self.iteration.saturating_sub(iteration);
        let place = self.steps.len().checked_sub(back + 1);
        place.map_or(0, |place| self.steps[place] as u64)
    }

    /// The last checkpoint with at most so many iterations done.
    pub fn checkpoint(&self, iterations: usize) -> Option<usize> {
        let kept = self.history.run.checkpoints.iter().map(|it| it.iteration);
        kept.filter(|it| *it <= iterations).max()
    }

    /// Whether a number stopped being finite.
    pub fn has_broken_off(&self) -> bool {
        matches!(&self.history.phase, Phase::Failed(failure) if failure.kind == FailureKind::NotFinite)
    }
}

/// The middle of some values; 0 of none.
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
