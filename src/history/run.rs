//! One run: its curves, its newest figures, and the networks that one can go back to.

use std::collections::BTreeMap;

use crate::history::compare::RunRecord;
use crate::protocol::checkpoint::{self, Checkpoint};
use crate::protocol::metrics::{Metric, Metrics};
use crate::protocol::score::ScoreKind;
use crate::protocol::stages::StageReport;
use crate::protocol::{Frame, IterationReport, RunEvent, RunInfo};

/// One point of a curve: environment steps taken, and the value then.
pub type Point = (f64, f64);

/// Most iterations whose figures are kept. A longer run keeps those of every second one, then of
/// every fourth, and so on, so that the page needs no more memory and no more time to draw after an
/// hour than after a minute.
pub const MOST_ITERATIONS: usize = 10_000;

/// A run so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunHistory {
    /// The run that the curves belong to, once one has begun.
    pub info: Option<RunInfo>,
    /// Its newest figures.
    pub last: Option<IterationReport>,
    /// Mean episode length in steps, as last known: an iteration in which no episode ended has none
    /// of its own.
    pub episodic_length: Option<f64>,
    /// Mean undiscounted return of an episode, likewise.
    pub episodic_return: Option<f64>,
    /// Carts of the newest recorded rollout.
    pub frame: Option<Frame>,
    /// The networks as they were after the last good iteration of a run that is over.
    pub last_good: Option<Checkpoint>,
    /// The newest report of its stages, while somebody looks at them.
    pub stage: Option<StageReport>,
    /// The networks along the way, oldest first.
    pub checkpoints: Vec<Checkpoint>,
    /// The iterations whose figures are kept, oldest first: their numbers, and the environment
    /// steps taken by their ends.
    iterations: Vec<(usize, f64)>,
    /// How often the kept iterations were halved.
    halvings: u32,
    series: BTreeMap<Metric, Vec<Point>>,
}

impl RunHistory {
    /// Takes in one event.
    pub fn apply(&mut self, event: RunEvent) {
        match event {
            RunEvent::Started(info) => self.begin(info),
            RunEvent::Iteration(report) => self.record(report),
            RunEvent::Frame(frame) => self.frame = Some(frame),
            RunEvent::Stage(report) => self.stage = Some(report),
            RunEvent::Unobserved | RunEvent::Stopped(_) => self.stage = None,
            RunEvent::LastGood(checkpoint) => self.last_good = Some(checkpoint),
            RunEvent::Checkpoint(checkpoint) => checkpoint::keep(&mut self.checkpoints, checkpoint),
            RunEvent::Paused | RunEvent::Resumed => {}
        }
    }

    /// The points of one metric, oldest first.
    pub fn series(&self, metric: Metric) -> &[Point] {
        self.series.get(&metric).map_or(&[], Vec::as_slice)
    }

    /// Returns what the run is scored by.
    pub fn score_kind(&self) -> ScoreKind {
        let info = self.info.as_ref();
        info.map_or_else(ScoreKind::default, |it| ScoreKind::of(it.config.env_id))
    }

    /// Returns the score after each iteration in which an episode ended, oldest first.
    pub fn score_points(&self) -> &[Point] {
        self.series(self.score_kind().metric())
    }

    /// Returns the score as last known.
    pub fn score(&self) -> Option<f64> {
        match self.score_kind() {
            ScoreKind::Length => self.episodic_length,
            ScoreKind::Return => self.episodic_return,
        }
    }

    /// The points of every metric that was measured.
    pub fn all_series(&self) -> impl Iterator<Item = (Metric, &[Point])> {
        let series = self.series.iter();
        series.map(|(metric, points)| (*metric, points.as_slice()))
    }

    /// The iterations whose figures are kept, oldest first: their numbers, and the environment
    /// steps taken by their ends.
    pub fn iterations(&self) -> &[(usize, f64)] {
        &self.iterations
    }

    /// The figures of every so many iterations are kept: those with numbers that this divides, and
    /// the newest.
    pub fn every(&self) -> usize {
        1 << self.halvings
    }

    /// Takes in the curves of a run of an earlier visit, before it goes on from a checkpoint.
    pub fn recall(&mut self, record: RunRecord) {
        self.iterations = record.numbered_steps();
        self.halvings = record.every.max(1).ilog2();
        self.series = record.series;
    }

    /// The checkpoint after so many iterations, if it is kept.
    pub fn checkpoint(&self, iteration: usize) -> Option<&Checkpoint> {
        let mut kept = self.checkpoints.iter();
        kept.find(|checkpoint| checkpoint.iteration == iteration)
    }

    /// The newest checkpoint, from which a run that broke off can go on.
    pub fn newest_checkpoint(&self) -> Option<&Checkpoint> {
        let all = self.checkpoints.last().into_iter().chain(&self.last_good);
        all.max_by_key(|checkpoint| checkpoint.iteration)
    }

    /// Part of the run that is done, 0 to 1; 0 if nobody knows how long it is.
    pub fn progress(&self) -> f64 {
        match (&self.info, &self.last) {
            (Some(info), Some(last)) if info.num_iterations > 0 => {
                (last.iteration as f64 / info.num_iterations as f64).min(1.0)
            }
            _ => 0.0,
        }
    }

    /// Seconds that the rest of the run will take at its mean pace so far; of a run that went on
    /// from a checkpoint, at its pace since then.
    pub fn secs_left(&self) -> Option<f64> {
        let (info, last) = (self.info.as_ref()?, self.last.as_ref()?);
        let left = info.num_iterations.checked_sub(last.iteration)?;
        let done = last.iteration.checked_sub(info.first_iteration)?;
        (done > 0).then(|| last.elapsed_secs / done as f64 * left as f64)
    }

    fn begin(&mut self, info: RunInfo) {
        if info.first_iteration > 0 {
            // The curves of what went before stay where a run goes on from it.
            self.cut_back(&info);
            self.last_good = None;
            self.stage = None;
        } else {
            *self = Self::default();
        }
        self.info = Some(info);
    }

    /// Takes back what happened after the checkpoint that a run goes on from.
    fn cut_back(&mut self, info: &RunInfo) {
        let step = info.first_step as f64;
        self.iterations.retain(|iteration| iteration.1 <= step);
        for points in self.series.values_mut() {
            points.retain(|point| point.0 <= step);
        }
        (self.checkpoints).retain(|checkpoint| checkpoint.iteration <= info.first_iteration);
        let newest = |metric| self.series(metric).last().map(|point| point.1);
        let known = [Metric::EpisodicLength, Metric::EpisodicReturn].map(newest);
        [self.episodic_length, self.episodic_return] = known;
        let metrics = self.newest_metrics(step);
        if let Some(last) = (self.last.as_mut()).filter(|last| last.global_step > info.first_step) {
            last.iteration = info.first_iteration;
            last.global_step = info.first_step;
            // The clock of a run begins with it.
            last.elapsed_secs = 0.0;
            last.metrics = metrics;
        }
    }

    /// Returns the metrics that were measured at `step`, in environment steps.
    fn newest_metrics(&self, step: f64) -> Metrics {
        let mut metrics = Metrics::default();
        for (metric, points) in &self.series {
            if let Some((_, value)) = points.last().filter(|point| point.0 == step) {
                metrics.set(*metric, *value);
            }
        }
        metrics
    }

    fn record(&mut self, report: IterationReport) {
        let step = report.global_step as f64;
        self.drop_passing();
        self.iterations.push((report.iteration, step));
        for (metric, value) in report.metrics.iter() {
            self.series.entry(metric).or_default().push((step, value));
        }
        let newest = |metric| report.metrics.get(metric);
        self.episodic_length = newest(Metric::EpisodicLength).or(self.episodic_length);
        self.episodic_return = newest(Metric::EpisodicReturn).or(self.episodic_return);
        self.last = Some(report);
        if self.iterations.len() > MOST_ITERATIONS {
            self.halve();
        }
    }

    /// Drops the figures of the newest iteration if they are kept only as long as it is the newest.
    fn drop_passing(&mut self) {
        let every = self.every();
        if let Some((_, step)) = self.iterations.pop_if(|newest| newest.0 % every != 0) {
            for points in self.series.values_mut() {
                points.pop_if(|point| point.0 == step);
            }
        }
    }

    /// Drops the figures of every second iteration, except the newest.
    fn halve(&mut self) {
        self.halvings += 1;
        let every = self.every();
        let newest = self.iterations.last().map(|it| it.0);
        (self.iterations).retain(|it| it.0 % every == 0 || Some(it.0) == newest);
        for points in self.series.values_mut() {
            let mut kept = self.iterations.iter().map(|it| it.1).peekable();
            points.retain(|point| {
                while kept.next_if(|step| *step < point.0).is_some() {}
                kept.peek() == Some(&point.0)
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::TrainConfig;

    /// Iterations of eight steps each; an episode ends in every third.
    fn history(iterations: usize) -> RunHistory {
        let mut history = RunHistory::default();
        history.apply(RunEvent::Started(RunInfo {
            config: TrainConfig::default(),
            num_iterations: 1_000_000,
            first_iteration: 0,
            first_step: 0,
            num_parameters: 1,
            trained_by: crate::protocol::Body::Host { cores: 1 },
        }));
        for iteration in 1..=iterations {
            history.apply(report(iteration));
        }
        history
    }

    fn report(iteration: usize) -> RunEvent {
        let mut metrics = Metrics::default();
        metrics.set(Metric::LearningRate, iteration as f64);
        if iteration.is_multiple_of(3) {
            metrics.set(Metric::EpisodicLength, iteration as f64);
        }
        RunEvent::Iteration(IterationReport {
            iteration,
            global_step: 8 * iteration as u64,
            elapsed_secs: 1.0,
            steps_per_sec: 8.0,
            metrics,
        })
    }

    #[test]
    fn a_long_run_keeps_every_second_iteration_and_the_newest() {
        let whole = history(MOST_ITERATIONS);
        assert_eq!(
            (whole.every(), whole.series(Metric::LearningRate).len()),
            (1, MOST_ITERATIONS)
        );
        for (count, every) in [
            (MOST_ITERATIONS + 1, 2),
            (MOST_ITERATIONS + 2, 2),
            (87_654, 16),
        ] {
            let run = history(count);
            assert_eq!(run.every(), every);
            let mut wanted: Vec<f64> = (every..=count).step_by(every).map(|it| it as f64).collect();
            if count % every != 0 {
                wanted.push(count as f64);
            }
            let values: Vec<f64> = run
                .series(Metric::LearningRate)
                .iter()
                .map(|it| it.1)
                .collect();
            assert_eq!(values, wanted);
            assert!(
                run.iterations()
                    .iter()
                    .map(|it| it.0 as f64)
                    .eq(wanted.iter().copied())
            );
            // What is measured now and then stays with its iteration.
            let ended = wanted.iter().copied().filter(|it| it % 3.0 == 0.0);
            assert!(
                run.series(Metric::EpisodicLength)
                    .iter()
                    .map(|it| it.1)
                    .eq(ended)
            );
        }
    }

    #[test]
    fn a_run_that_went_back_goes_on_with_the_same_distance() {
        let mut run = history(MOST_ITERATIONS + 7);
        run.apply(RunEvent::Started(RunInfo {
            first_iteration: 101,
            first_step: 808,
            ..run.info.clone().expect("a run")
        }));
        for iteration in 102..=105 {
            run.apply(report(iteration));
        }
        let newest: Vec<usize> = run
            .iterations()
            .iter()
            .rev()
            .take(4)
            .map(|it| it.0)
            .collect();
        assert_eq!(newest, [105, 104, 102, 100]);
        assert_eq!(
            run.series(Metric::LearningRate).len(),
            run.iterations().len()
        );
    }
}
