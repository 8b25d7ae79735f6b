//! The events that the worker tells the page of: about itself, its device, a run, checks and the
//! clip lab.

use serde::{Deserialize, Serialize};

use super::arrival::Arrival;
use super::check_report::CheckReport;
use super::checkpoint::Checkpoint;
use super::clip_batch::ClipBatch;
use super::failure::Failure;
use super::run_events;
use super::run_report::{Frame, IterationReport, RunInfo, StopReason};
use super::stages::StageReport;
use crate::device::{DeviceReport, Timing};

/// From the worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// The worker listens.
    Ready,
    /// About the device.
    Device(DeviceEvent),
    /// About the run.
    Run(RunEvent),
    /// About checks.
    Check(CheckEvent),
    /// About the clip lab.
    Clip(ClipEvent),
    /// About many runs on a GPU.
    Many(ManyEvent),
    /// The run, the device or the program failed. No run is under way any more.
    Failed(Failure),
}

/// About the device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum DeviceEvent {
    /// The worker's program is on its way. Comes from the page's end of the worker.
    Arriving(Arrival),
    /// There is a GPU, for which another program is needed than the one that says so.
    FoundGpu,
    /// A device is open.
    Opened(DeviceReport),
    /// The device failed a test of something that is now done otherwise: a sentence.
    Distrusted(String),
    /// So many cores of the CPU share the run, or would share one that is worth it.
    Cores(usize),
    /// Both devices are being timed with the settings of the run that is about to begin.
    Timing,
    /// The speeds of both devices. Worth remembering under this key, which names the adapter and
    /// what makes work.
    Timed(String, Timing),
}

/// About a run, from its start to its end. A run that breaks off ends with [`Event::Failed`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum RunEvent {
    /// A run began.
    Started(RunInfo),
    /// One iteration is done.
    Iteration(IterationReport),
    /// Carts of the newest rollout; a newer frame replaces an older one.
    Frame(Frame),
    /// A stage of an iteration is done, or the run is held within it. Only while somebody looks.
    Stage(StageReport),
    /// The run goes on at full speed and no longer tells of its stages.
    Unobserved,
    /// The run is held.
    Paused,
    /// The run goes on.
    Resumed,
    /// The networks as they were after the last good iteration. Comes before the run ends, unless
    /// it is ended by the reader or with its device.
    LastGood(Checkpoint),
    /// The networks and the optimiser along the way, to go back to. Comes before the
    /// [`RunEvent::Iteration`] that it follows, seldom enough that few are kept
    /// ([`is_due`](super::checkpoint::is_due)).
    Checkpoint(Checkpoint),
    /// The run ended.
    Stopped(StopReason),
}

/// About checks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CheckEvent {
    /// The state of a check.
    Report(CheckReport),
    /// No check is under way any more.
    Done,
}

/// About the clip lab: the answer to a [`Command::Clip`](super::Command::Clip).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ClipEvent {
    /// The minibatch in its memory.
    Batch(Box<ClipBatch>),
    /// The reason why it could not do what it was asked for: a sentence.
    Failed(String),
}

/// About many runs on a GPU: the answers to a [`Command::TrainMany`](super::Command::TrainMany).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ManyEvent {
    /// Some more events of the runs, oldest first, each with the number of its run: [`Event::Run`]
    /// or [`Event::Failed`], without frames, stages and checkpoints along the way.
    Events(#[serde(deserialize_with = "run_events::deserialize")] Vec<(usize, Event)>),
    /// Runs that are left to the CPU, from their start.
    LeftToCpu {
        /// Their numbers.
        runs: Vec<usize>,
        /// The reason: a sentence without its full stop.
        why: String,
    },
    /// No run is under way any more.
    Done,
}

macro_rules! events {
    ($($part:ident: $variant:ident,)*) => {
        $(impl From<$part> for Event {
            fn from(part: $part) -> Self {
                Self::$variant(part)
            }
        })*
    };
}

events! {
    DeviceEvent: Device,
    RunEvent: Run,
    CheckEvent: Check,
    ClipEvent: Clip,
    ManyEvent: Many,
    Failure: Failed,
}
