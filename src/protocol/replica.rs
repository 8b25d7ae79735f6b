//! What the page and the training worker say to a replica, and what it answers. A replica is a
//! worker that computes on one core of the CPU: whole runs, one after another, for the page, or
//! shares of one run for the training worker.

use serde::{Deserialize, Serialize};

use super::share::{Share, SharePart};
use super::{Event, RunEvent};
use crate::config::TrainConfig;

/// The script that starts a replica.
pub const SCRIPT: &str = "replica_loader.js";
/// The program of all replicas, which is compiled once and handed to each. It is also what trains
/// on the CPU for the page.
pub const PROGRAM: &str = "host_bg.wasm";

/// To a replica. Post nothing before [`ReplicaReply::Ready`]: earlier messages are lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ReplicaRequest {
    /// Trains a run. Sent to an idle replica.
    Train {
        /// The number of the run, which comes back with its events.
        run: usize,
        /// The settings of the run.
        config: Box<TrainConfig>,
    },
    /// Computes a share. The answers come in the order of the requests.
    Share(Share),
}

/// From a replica.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ReplicaReply {
    /// The replica listens.
    Ready,
    /// Some more events of a run, oldest first: [`Event::Run`] or [`Event::Failed`], without
    /// frames, stages and checkpoints along the way. The run is over with the event that ends it,
    /// and the replica is idle then.
    Events {
        /// The number of the run.
        run: usize,
        /// The events.
        events: Vec<Event>,
    },
    /// What came of a share.
    Part(SharePart),
}

impl Event {
    /// Returns true if no event of the same run follows.
    pub fn ends_run(&self) -> bool {
        matches!(self, Self::Run(RunEvent::Stopped(_)) | Self::Failed(_))
    }
}
