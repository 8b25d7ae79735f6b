//! What the page asks of the worker.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::checkpoint::Checkpoint;
use super::clip_batch::ClipStep;
use super::{DeviceChoice, Tempo, Timing, Unit};
use crate::config::TrainConfig;

/// From the page to the worker. Post nothing before [`Event::Ready`](super::Event::Ready): earlier messages are lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// How fast the devices are, as far as earlier visits know:
    /// [`DeviceEvent::Timed`](super::DeviceEvent::Timed).
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
