//! What the page and its replicas say to each other. A replica is a worker that trains whole runs on one core of the CPU, one after
//! another; several of them train several runs at once.

use serde::{Deserialize, Serialize};

use super::Event;
use crate::config::TrainConfig;

/// From the page to a replica, which is idle. Post nothing before [`ReplicaReply::Ready`]: earlier messages are lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReplicaRequest {
    /// The number of the run, which comes back with its events.
    pub run: usize,
    /// The settings of the run.
    pub config: Box<TrainConfig>,
}

/// From a replica to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ReplicaReply {
    /// The replica listens.
    Ready,
    /// Some more events of a run, oldest first: [`Event::Run`] or [`Event::Failed`], without frames, stages and checkpoints along
    /// the way. The run is over with the event that ends it, and the replica is idle then.
    Events {
        /// The number of the run.
        run: usize,
        /// The events.
        events: Vec<Event>,
    },
}

impl Event {
    /// Returns true if no event of the same run follows.
    pub fn ends_run(&self) -> bool {
        matches!(
            self,
            Self::Run(super::RunEvent::Stopped(_)) | Self::Failed(_)
        )
    }
}
