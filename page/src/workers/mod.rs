//! The page's end of each worker: it sends and receives plain data.

pub mod bodies;
pub mod gpu_runs;
pub mod python;
pub mod replicas;
mod timing_cache;
pub mod training;

use std::rc::{Rc, Weak};

use serde::Serialize;
use serde::de::DeserializeOwned;

use policy_lab::protocol::{Event, Failure, FailureKind};
use policy_lab::worker::channel::{Channel, Incoming};

/// Creates a channel to the worker that a script starts. Its owner takes what comes, for as long as
/// there is one.
fn channel_of<Owner, Request, Reply>(
    script: &'static str,
    owner: &Weak<Owner>,
    take: impl Fn(Rc<Owner>, Incoming<Reply>) + 'static,
) -> Rc<Channel<Request, Reply>>
where
    Owner: 'static,
    Request: Serialize + 'static,
    Reply: DeserializeOwned + 'static,
{
    let owner = Weak::clone(owner);
    Channel::new(script, move |incoming| {
        if let Some(owner) = owner.upgrade() {
            take(owner, incoming);
        }
    })
}

/// Returns the event of a worker that broke off, or never came.
fn broken(message: String) -> Event {
    Event::Failed(Failure {
        kind: FailureKind::Bug,
        message,
    })
}
