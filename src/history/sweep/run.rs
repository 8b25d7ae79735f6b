//! One run of a sweep: waiting, under way, or over.

use crate::config::TrainConfig;
use crate::device::DeviceKind;
use crate::history::compare::RunRecord;
use crate::history::{History, Phase, Point};
use crate::protocol::checkpoint::Checkpoint;
use crate::protocol::{Event, Failure, RunEvent, StopReason};

/// The state of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum SweepRun {
    /// It has not begun.
    #[default]
    Waiting,
    /// It is being trained.
    UnderWay(Box<History>),
    /// It is over.
    Over(Box<RunResult>),
}

/// A run that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct RunResult {
    /// Its settings and curves; `None` if it failed before the end of its first iteration.
    pub record: Option<RunRecord>,
    /// Why it failed, if it did.
    pub failure: Option<Failure>,
    /// The networks as they were after the last good iteration, if they are kept.
    pub networks: Option<Checkpoint>,
    /// The environment steps after which it first solved the task.
    pub solved_at: Option<f64>,
    /// The mean score of its last episodes.
    pub final_score: Option<f64>,
    /// The seconds of work that it took, where they are known.
    pub elapsed_secs: Option<f64>,
}

impl SweepRun {
    /// Takes in an event, and returns the result if it ends the run.
    pub(super) fn apply(&mut self, event: Event) -> Option<Box<RunResult>> {
        // What ended here may have been told of before it was cancelled.
        if let Self::Over(_) = self {
            return None;
        }
        let is_start = matches!(event, Event::Run(RunEvent::Started(_)));
        let is_failure = matches!(event, Event::Failed(_));
        if is_start || matches!(self, Self::Waiting) && is_failure {
            *self = Self::UnderWay(Box::default());
        }
        let Self::UnderWay(history) = self else {
            return None;
        };
        history.apply(event);
        match &history.phase {
            Phase::Stopped(StopReason::Requested) => {
                *self = Self::Waiting;
                None
            }
            Phase::Stopped(_) | Phase::Failed(_) => Some(Box::new(RunResult::of(history))),
            Phase::Loading | Phase::Idle | Phase::Running | Phase::Paused => None,
        }
    }

    /// Returns the result, if the run is over.
    pub fn result(&self) -> Option<&RunResult> {
        match self {
            Self::Over(result) => Some(result),
            Self::Waiting | Self::UnderWay(_) => None,
        }
    }

    /// Returns how much of the run is done, 0 to 1.
    pub fn progress(&self) -> f64 {
        match self {
            Self::Waiting => 0.0,
            Self::UnderWay(history) => history.run.progress(),
            Self::Over(result) => f64::from(u8::from(result.counts())),
        }
    }

    /// Returns the points of the run's score so far.
    pub fn score_points(&self) -> &[Point] {
        match self {
            Self::Waiting => &[],
            Self::UnderWay(history) => history.run.score_points(),
            Self::Over(result) => (result.record.as_ref()).map_or(&[], RunRecord::score_points),
        }
    }

    /// Returns the seconds of work so far, of a run that was trained to its end or is under way.
    pub(super) fn elapsed_secs(&self) -> Option<f64> {
        match self {
            Self::Waiting => None,
            Self::UnderWay(history) => Some(history.run.last.as_ref()?.elapsed_secs),
            // One that failed or was solved early did less than its part.
            Self::Over(result) => result.elapsed_secs,
        }
    }
}

impl RunResult {
    fn of(history: &History) -> Self {
        let mut record = RunRecord::of(history);
        // Only a GPU has a report.
        if let Some(record) = &mut record
            && record.device.is_empty()
        {
            record.device = DeviceKind::Cpu.label().to_owned();
        }
        let is_whole = history.phase == Phase::Stopped(StopReason::Finished);
        let last = history.run.last.as_ref().filter(|_| is_whole);
        Self {
            networks: history.run.last_good.clone(),
            elapsed_secs: last.map(|last| last.elapsed_secs),
            ..Self::from_record(
                record,
                match &history.phase {
                    Phase::Failed(failure) => Some(failure.clone()),
                    _ => None,
                },
            )
        }
    }

    /// Returns the result of a run of which no more than its record is known.
    pub(super) fn from_record(record: Option<RunRecord>, failure: Option<Failure>) -> Self {
        Self {
            solved_at: record.as_ref().and_then(RunRecord::steps_to_solve),
            final_score: record.as_ref().and_then(RunRecord::final_score),
            record,
            failure,
            networks: None,
            elapsed_secs: None,
        }
    }

    /// Returns true if the result says something about the settings. A run that broke off with its
    /// worker does not, and can be trained again.
    pub fn counts(&self) -> bool {
        !(self.failure.as_ref()).is_some_and(|failure| failure.kind.ends_worker())
    }

    /// Returns the settings of the run, where it has a record.
    pub fn config(&self) -> Option<&TrainConfig> {
        self.record.as_ref().map(|record| &record.config)
    }

    pub(super) fn network_bytes(&self) -> usize {
        self.networks.as_ref().map_or(0, Checkpoint::num_bytes)
    }
}
