//! What the page and the worker say to each other. Both sides are plain data: tests drive them without a browser.

pub mod check_report;
pub mod checkpoint;
pub mod clip_batch;
pub mod encoding;
pub mod metrics;
pub mod run_control;
pub mod stages;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::config::TrainConfig;
use check_report::CheckReport;
use checkpoint::Checkpoint;
use clip_batch::{ClipBatch, ClipStep};
use metrics::Metrics;
use stages::StageReport;

pub use stages::{Tempo, Unit};

pub use crate::device::{DeviceChoice, DeviceKind, DeviceReport, Pace, Timing};

/// From the page to the worker. Post nothing before [`Event::Ready`]: earlier messages are lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// What is known of how fast the devices are: [`Event::Timed`] of earlier visits.
    Recall(BTreeMap<String, Timing>),
    /// Open a device. `because` is set when an earlier device failed, and becomes part of the reason.
    Open {
        /// The device asked for.
        choice: DeviceChoice,
        /// What failed before.
        because: Option<String>,
    },
    /// Begin a new run; one that is under way is dropped.
    Start {
        /// Its settings.
        config: Box<TrainConfig>,
        /// Where to go on from; none means from the start.
        from: Option<Box<Checkpoint>>,
    },
    /// Hold the run where it is.
    Pause,
    /// Go on.
    Resume,
    /// Let the run go on for one unit, then hold it.
    StepOnce(Unit),
    /// The next run to begin goes on for one unit, and is then held. Sent before [`Command::Start`]: what comes after it reaches
    /// a run that is on its way already.
    HoldNext(Unit),
    /// How fast runs go, from now on.
    Pace(Tempo),
    /// End the run.
    Stop,
    /// Go on in the clip lab, with these settings.
    Clip {
        /// The settings; those that cannot be changed within a lab begin another.
        config: Box<TrainConfig>,
        /// How far.
        step: ClipStep,
    },
    /// Run checks, by id and in this order, while a run under way waits. A new list replaces an older one; an empty one
    /// stops them.
    RunChecks(Vec<String>),
}

/// From the worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// The worker listens.
    Ready,
    /// A device is open.
    Opened(DeviceReport),
    /// The device failed a test of something that the CPU now does for it: a sentence.
    Distrusted(String),
    /// Both devices are being timed with the settings of the run that is about to begin.
    Timing,
    /// How fast they are. Worth remembering under this key, which names the adapter and what makes work.
    Timed(String, Timing),
    /// A run began.
    Started(RunInfo),
    /// One iteration is done.
    Iteration(IterationReport),
    /// Carts of the newest rollout; a newer frame replaces an older one.
    Frame(Frame),
    /// A stage of an iteration is done, or the run is held within it. Only while somebody looks.
    Stage(StageReport),
    /// The run goes on at full speed and no longer tells of its stages.
    Unwatched,
    /// The run is held.
    Paused,
    /// The run goes on.
    Resumed,
    /// The networks as they were after the last good iteration. Comes before the run ends, unless it is ended by the
    /// reader or with its device.
    Kept(Checkpoint),
    /// The networks and the optimiser along the way, to go back to. Comes before the [`Event::Iteration`] that it follows,
    /// seldom enough that few are kept ([`is_due`](checkpoint::is_due)).
    Checkpoint(Checkpoint),
    /// The run ended.
    Stopped(StopReason),
    /// Where a check stands.
    Check(CheckReport),
    /// Where the clip lab stands.
    Clip(ClipBatch),
    /// What was asked of the clip lab could not be done: a sentence.
    ClipFailed(String),
    /// No check is under way any more.
    ChecksDone,
    /// The run or the device failed.
    Failed(Failure),
}

/// What is known when a run begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunInfo {
    /// The configuration that runs.
    pub config: TrainConfig,
    /// Iterations in the run.
    pub num_iterations: usize,
    /// Iterations done before it began: those of the checkpoint that it goes on from.
    pub first_iteration: usize,
    /// Environment steps taken before it began.
    pub first_step: u64,
    /// Trainable numbers in the networks.
    pub num_parameters: usize,
}

/// One iteration's figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IterationReport {
    /// Iterations done, from 1.
    pub iteration: usize,
    /// Environment steps taken so far, over all worlds.
    pub global_step: u64,
    /// Seconds of work so far, pauses not counted.
    pub elapsed_secs: f64,
    /// Environment steps per second of this iteration, learning included.
    pub steps_per_sec: f64,
    /// Everything measured.
    pub metrics: Metrics,
}

/// Numbers of one pose in a [`Frame`].
pub const POSE: usize = 5;

/// Poses of the first carts over one rollout, and the networks that steered them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// The iteration it was recorded in, from 1.
    pub iteration: usize,
    /// Recorded steps.
    pub num_steps: usize,
    /// Recorded carts, 16 at most.
    pub num_carts: usize,
    /// `[num_steps, num_carts, POSE]`: the observation before the step (x in metres, v in metres a second, theta in
    /// radians, omega in radians a second), and how the step ended: 0 not, 1 terminated, 2 truncated.
    pub poses: Vec<f32>,
    /// Parameters of the networks that acted, in the order of [`Networks`](crate::nn::Networks).
    pub parameters: Vec<f32>,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StopReason {
    /// All its iterations are done.
    Finished,
    /// Every world survived a whole rollout: VPG's stopping rule.
    Solved,
    /// The reader ended it.
    Requested,
}

/// What failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// Which part.
    pub kind: FailureKind,
    /// What to tell the reader.
    pub message: String,
}

/// Which part failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FailureKind {
    /// The device: lost, or a shader that it refused. Another device may do.
    Device,
    /// The run: its configuration was refused, a reader's function failed, or its rollout cannot be learnt from.
    Run,
    /// A number of the run stopped being finite.
    NotFinite,
    /// The program itself.
    Bug,
}

impl FailureKind {
    /// Whether the worker starts anew after it: what it had in memory is gone.
    pub fn ends_worker(self) -> bool {
        match self {
            Self::Device | Self::Bug => true,
            Self::Run | Self::NotFinite => false,
        }
    }
}
