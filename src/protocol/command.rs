//! The commands of the page to the worker.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::checkpoint::Checkpoint;
use super::clip_batch::ClipStep;
use super::stages::{Tempo, Unit};
use crate::config::TrainConfig;
use crate::device::{DeviceChoice, Timing};

/// From the page to the worker. Post nothing before [`Event::Ready`](super::Event::Ready): earlier
/// messages are lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// Recalls the speeds of the devices that earlier visits measured:
    /// [`DeviceEvent::Timed`](super::DeviceEvent::Timed).
    Recall(BTreeMap<String, Timing>),
    /// Lets runs on the CPU use so many cores, from the next run on.
    Cores(usize),
    /// Opens a device. `because` is set when an earlier device failed, and becomes part of the
    /// reason.
    Open {
        /// The device asked for.
        choice: DeviceChoice,
        /// The failure of an earlier device, as a sentence.
        because: Option<String>,
    },
    /// Begins a new run; one that is under way is dropped.
    Start {
        /// Its settings.
        config: Box<TrainConfig>,
        /// The checkpoint to go on from; none means from the start.
        from: Option<Box<Checkpoint>>,
    },
    /// Holds the run where it is.
    Pause,
    /// Lets the run go on.
    Resume,
    /// Lets the run go on for one unit, then holds it.
    StepOnce(Unit),
    /// Holds the next run after one unit. Sent before [`Command::Start`]: what comes after it
    /// reaches a run that is on its way already.
    HoldNext(Unit),
    /// Sets the tempo of runs, from now on.
    Pace(Tempo),
    /// Ends the run.
    Stop,
    /// Moves the clip lab on, with these settings.
    Clip {
        /// The settings; those that cannot be changed within a lab begin another.
        config: Box<TrainConfig>,
        /// The rollout or gradient step to go to.
        step: ClipStep,
    },
    /// Trains runs on the GPU, as many side by side as it can, while a run under way waits. A new
    /// list replaces an older one; an empty one stops them.
    TrainMany {
        /// The settings of the runs, each with the number by which the answers name it.
        runs: Vec<(usize, TrainConfig)>,
        /// The cores of the CPU that could train them instead, and do if they are faster. None if
        /// the reader asked for the GPU.
        against: Option<usize>,
    },
    /// Runs checks, by id and in this order, while a run under way waits. A new list replaces an
    /// older one; an empty one stops them.
    RunChecks(Vec<String>),
}
