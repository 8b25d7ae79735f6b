//! Folds events into what the page shows. Pure: the same events give the same view.

pub mod compare;
pub mod health;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::protocol::check_report::{CheckReport, CheckState};
use crate::protocol::checkpoint::{self, Checkpoint};
use crate::protocol::clip_batch::ClipBatch;
use crate::protocol::metrics::{Metric, Metrics};
use crate::protocol::stages::StageReport;
use crate::protocol::{DeviceReport, Event, Failure, Frame, IterationReport, RunInfo, StopReason};

/// Where the current run stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Phase {
    /// The worker is loading or a device is being opened.
    #[default]
    Loading,
    /// A device is open and nothing runs.
    Idle,
    /// Training.
    Running,
    /// Held by the reader.
    Paused,
    /// Over.
    Stopped(StopReason),
    /// Broken off.
    Failed(Failure),
}

/// One point of a curve: environment steps taken, and the value then.
pub type Point = (f64, f64);

/// All that is known of the current run and its device.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// Where the run stands.
    pub phase: Phase,
    /// The device that runs.
    pub device: Option<DeviceReport>,
    /// The run that the curves belong to.
    pub run: Option<RunInfo>,
    /// Its newest figures.
    pub last: Option<IterationReport>,
    /// Mean episode length as last known: an iteration in which no episode ended has none of its own.
    pub episodic_length: Option<f64>,
    /// Carts of the newest recorded rollout.
    pub frame: Option<Frame>,
    /// The networks as they were after the last good iteration of a run that is over.
    pub kept: Option<Checkpoint>,
    /// Where the run stands, while somebody looks at its stages.
    pub stage: Option<StageReport>,
    /// The networks along the way, oldest first.
    pub checkpoints: Vec<Checkpoint>,
    /// Checks that were run or are under way, by id.
    pub checks: BTreeMap<String, CheckReport>,
    /// The minibatch in the clip lab's memory.
    pub clip: Option<Arc<ClipBatch>>,
    /// How often the clip lab has answered.
    pub clip_answers: u32,
    /// Why the clip lab could not do what it was asked for last.
    pub clip_failure: Option<String>,
    /// Whether checks are under way.
    pub is_checking: bool,
    /// Whether both devices are being timed for the run that is about to begin.
    pub is_timing: bool,
    series: BTreeMap<Metric, Vec<Point>>,
}

impl History {
    /// The points of one metric, oldest first.
    pub fn series(&self, metric: Metric) -> &[Point] {
        self.series.get(&metric).map_or(&[], Vec::as_slice)
    }

    /// The points of every metric that was measured.
    pub fn all_series(&self) -> impl Iterator<Item = (Metric, &[Point])> {
        let series = self.series.iter();
        series.map(|(metric, points)| (*metric, points.as_slice()))
    }

    /// The checkpoint after so many iterations, if it is kept.
    pub fn checkpoint(&self, iteration: usize) -> Option<&Checkpoint> {
        let mut kept = self.checkpoints.iter();
        kept.find(|checkpoint| checkpoint.iteration == iteration)
    }

    /// Takes in one event.
    pub fn apply(&mut self, event: Event) {
        match event {
            // A worker that starts again after a failure does not take the failure's message away.
            Event::Ready => {}
            Event::Opened(report) => {
                let before = self.device.as_ref().map(|device| device.kind);
                if before != Some(report.kind) {
                    // The clip lab was on the device before.
                    self.clip = None;
                }
                self.device = Some(report);
                if self.phase == Phase::Loading {
                    self.phase = Phase::Idle;
                }
            }
            Event::Distrusted(instead) => {
                // Every run on the device says it again.
                if let Some(device) = &mut self.device
                    && !device.distrusted.contains(&instead)
                {
                    device.distrusted.push(instead);
                }
            }
            Event::Timing => self.is_timing = true,
            Event::Timed(..) => self.is_timing = false,
            // The curves of what went before stay where a run goes on from it.
            Event::Started(run) if run.first_iteration > 0 => {
                self.cut_back(&run);
                self.phase = Phase::Running;
                self.run = Some(run);
                self.kept = None;
                self.stage = None;
            }
            Event::Started(run) => {
                *self = Self {
                    phase: Phase::Running,
                    run: Some(run),
                    ..self.without_run()
                };
            }
            Event::Iteration(report) => self.record(report),
            Event::Frame(frame) => self.frame = Some(frame),
            Event::Kept(checkpoint) => self.kept = Some(checkpoint),
            Event::Checkpoint(checkpoint) => checkpoint::keep(&mut self.checkpoints, checkpoint),
            Event::Check(report) => {
                self.is_checking = true;
                self.checks.insert(report.id.clone(), report);
            }
            Event::Clip(batch) => {
                self.clip = Some(Arc::new(batch));
                self.clip_failure = None;
                self.clip_answers = self.clip_answers.wrapping_add(1);
            }
            Event::ClipFailed(why) => {
                self.clip_failure = Some(why);
                self.clip_answers = self.clip_answers.wrapping_add(1);
            }
            Event::ChecksDone => self.end_checks(),
            Event::Stage(report) => self.stage = Some(report),
            Event::Unwatched => self.stage = None,
            Event::Paused => self.phase = Phase::Paused,
            Event::Resumed => self.phase = Phase::Running,
            Event::Stopped(reason) => {
                self.is_timing = false;
                self.stage = None;
                self.phase = Phase::Stopped(reason);
            }
            Event::Failed(failure) => {
                if failure.kind.ends_worker() {
                    // The clip lab ended with it.
                    self.clip = None;
                }
                self.end_checks();
                self.is_timing = false;
                self.stage = None;
                self.phase = Phase::Failed(failure);
            }
        }
    }

    /// Forgets the run and keeps the device.
    pub fn reset(&mut self) {
        *self = Self {
            phase: if self.device.is_some() {
                Phase::Idle
            } else {
                Phase::Loading
            },
            ..self.without_run()
        };
    }

    /// What stays when a run is forgotten: the device, the checks and the clip lab.
    fn without_run(&mut self) -> Self {
        Self {
            device: self.device.take(),
            checks: std::mem::take(&mut self.checks),
            clip: self.clip.take(),
            clip_answers: self.clip_answers,
            clip_failure: self.clip_failure.take(),
            is_checking: self.is_checking,
            ..Self::default()
        }
    }

    /// A check that was cut short says nothing.
    fn end_checks(&mut self) {
        self.is_checking = false;
        self.checks
            .retain(|_, report| report.state != CheckState::Running);
    }

    /// Part of the run that is done, 0 to 1.
    pub fn progress(&self) -> f64 {
        match (&self.run, &self.last) {
            (Some(run), Some(last)) => last.iteration as f64 / run.num_iterations.max(1) as f64,
            _ => 0.0,
        }
    }

    /// Seconds that the rest of the run will take at its mean pace so far; of a run that went on from a checkpoint, at its
    /// pace since then.
    pub fn secs_left(&self) -> Option<f64> {
        let (run, last) = (self.run.as_ref()?, self.last.as_ref()?);
        let left = run.num_iterations.saturating_sub(last.iteration);
        let done = last.iteration.checked_sub(run.first_iteration)?;
        (done > 0).then(|| last.elapsed_secs / done as f64 * left as f64)
    }

    /// Takes back what happened after the checkpoint that `run` goes on from.
    fn cut_back(&mut self, run: &RunInfo) {
        let step = run.first_step as f64;
        for points in self.series.values_mut() {
            points.retain(|point| point.0 <= step);
        }
        (self.checkpoints).retain(|checkpoint| checkpoint.iteration <= run.first_iteration);
        self.episodic_length = (self.series(Metric::EpisodicLength).last()).map(|point| point.1);
        let metrics = self.newest_metrics(step);
        if let Some(last) = (self.last.as_mut()).filter(|last| last.global_step > run.first_step) {
            last.iteration = run.first_iteration;
            last.global_step = run.first_step;
            // The clock of a run begins with it.
            last.elapsed_secs = 0.0;
            last.metrics = metrics;
        }
    }

    /// What was measured at `step`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::{DeviceKind, cpu_report};
    use crate::protocol::FailureKind;

    fn opened(kind: DeviceKind) -> Event {
        Event::Opened(DeviceReport {
            kind,
            ..cpu_report(String::new())
        })
    }

    /// A run under `auto` opens the device that it has taken, which mostly is the one that is open.
    #[test]
    fn the_clip_lab_stays_as_long_as_its_worker_and_its_device_do() {
        let mut history = History::default();
        history.apply(opened(DeviceKind::Cpu));
        history.apply(Event::Clip(ClipBatch::default()));
        history.apply(opened(DeviceKind::Cpu));
        assert!(history.clip.is_some());
        history.apply(opened(DeviceKind::Webgpu));
        assert!(history.clip.is_none(), "another device");
        for (kind, stays) in [(FailureKind::Run, true), (FailureKind::Bug, false)] {
            history.apply(Event::Clip(ClipBatch::default()));
            history.apply(Event::Failed(Failure {
                kind,
                message: String::new(),
            }));
            assert_eq!(history.clip.is_some(), stays, "{kind:?}");
        }
    }
}
