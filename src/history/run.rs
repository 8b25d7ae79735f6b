//! One run: its curves, its newest figures, and the networks that one can go back to.

use std::collections::BTreeMap;

use crate::protocol::checkpoint::{self, Checkpoint};
use crate::protocol::metrics::{Metric, Metrics};
use crate::protocol::stages::StageReport;
use crate::protocol::{Frame, IterationReport, RunEvent, RunInfo};

/// One point of a curve: environment steps taken, and the value then.
pub type Point = (f64, f64);

/// A run so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunHistory {
    /// The run that the curves belong to, once one has begun.
    pub info: Option<RunInfo>,
    /// Its newest figures.
    pub last: Option<IterationReport>,
    /// Mean episode length in steps, as last known: an iteration in which no episode ended has none of its own.
    pub episodic_length: Option<f64>,
    /// Carts of the newest recorded rollout.
    pub frame: Option<Frame>,
    /// The networks as they were after the last good iteration of a run that is over.
    pub last_good: Option<Checkpoint>,
    /// The newest report of its stages, while somebody looks at them.
    pub stage: Option<StageReport>,
    /// The networks along the way, oldest first.
    pub checkpoints: Vec<Checkpoint>,
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

    /// The points of every metric that was measured.
    pub fn all_series(&self) -> impl Iterator<Item = (Metric, &[Point])> {
        let series = self.series.iter();
        series.map(|(metric, points)| (*metric, points.as_slice()))
    }

    /// Takes in the curves of a run of an earlier visit, before it goes on from a checkpoint.
    pub fn recall(&mut self, series: BTreeMap<Metric, Vec<Point>>) {
        self.series = series;
    }

    /// The checkpoint after so many iterations, if it is kept.
    pub fn checkpoint(&self, iteration: usize) -> Option<&Checkpoint> {
        let mut kept = self.checkpoints.iter();
        kept.find(|checkpoint| checkpoint.iteration == iteration)
    }

    /// Part of the run that is done, 0 to 1.
    pub fn progress(&self) -> f64 {
        match (&self.info, &self.last) {
            (Some(info), Some(last)) => last.iteration as f64 / info.num_iterations.max(1) as f64,
            _ => 0.0,
        }
    }

    /// Seconds that the rest of the run will take at its mean pace so far; of a run that went on from a checkpoint, at its
    /// pace since then.
    pub fn secs_left(&self) -> Option<f64> {
        let (info, last) = (self.info.as_ref()?, self.last.as_ref()?);
        let left = info.num_iterations.saturating_sub(last.iteration);
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
        for points in self.series.values_mut() {
            points.retain(|point| point.0 <= step);
        }
        (self.checkpoints).retain(|checkpoint| checkpoint.iteration <= info.first_iteration);
        self.episodic_length = (self.series(Metric::EpisodicLength).last()).map(|point| point.1);
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
        for (metric, value) in report.metrics.iter() {
            self.series.entry(metric).or_default().push((step, value));
        }
        if let Some(length) = report.metrics.get(Metric::EpisodicLength) {
            self.episodic_length = Some(length);
        }
        self.last = Some(report);
    }
}
