//! Inside a replica: computes shares of a run, or trains a whole run and tells of it in batches.

use std::pin::pin;

use futures::StreamExt as _;
use wasm_bindgen_futures::spawn_local;
use web_time::{Duration, Instant};

use super::bodies::ready_for;
use super::port::{listen, post};
use crate::config::TrainConfig;
use crate::envs::{EnvId, bodies};
use crate::protocol::replica::{ReplicaReply, ReplicaRequest};
use crate::protocol::share::SharePart;
use crate::protocol::{Event, RunEvent};
use crate::train::crew::compute;
use crate::train::gpu::RunDevice;
use crate::train::session::Session;

/// Shortest time between two batches. A small iteration takes less than a millisecond, and the page
/// of a machine with many cores hears from as many replicas.
const BATCH_INTERVAL: Duration = Duration::from_millis(200);

/// Starts to listen, and says so.
pub fn start() {
    listen(|request: Result<ReplicaRequest, _>| match request {
        Ok(ReplicaRequest::Train { run, config }) => spawn_local(train(run, *config)),
        Ok(ReplicaRequest::Share(share)) if can_step(share.config.env_id) => {
            post(&ReplicaReply::Part(compute(share)));
        }
        Ok(ReplicaRequest::Share(share)) => spawn_local(async move {
            match ready_for(share.config.env_id).await {
                Ok(()) => post(&ReplicaReply::Part(compute(share))),
                // No share: whoever has asked computes it.
                Err(_) => post(&ReplicaReply::Part(SharePart::Values(Vec::new()))),
            }
        }),
        // The page then takes the replica for dead.
        Err(error) => wasm_bindgen::throw_str(&error.to_string()),
    });
    post(&ReplicaReply::Ready);
}

/// Returns true unless a program must come before this environment can be stepped.
fn can_step(id: EnvId) -> bool {
    !id.is_of_bodies() || bodies::is_ready()
}

async fn train(run: usize, config: TrainConfig) {
    // The run itself says what is missing.
    drop(ready_for(config.env_id).await);
    let mut session = pin!(Session::new(config, RunDevice::Cpu).events());
    let mut events = Vec::new();
    let mut sent_at = Instant::now();
    while let Some(event) = session.next().await {
        // Nobody looks at the carts of many runs at once, and none of them goes back.
        if matches!(
            event,
            Event::Device(_) | Event::Run(RunEvent::Frame(_) | RunEvent::Checkpoint(_))
        ) {
            continue;
        }
        let is_over = event.ends_run();
        events.push(event);
        if is_over || sent_at.elapsed() >= BATCH_INTERVAL {
            sent_at = Instant::now();
            let events = std::mem::take(&mut events);
            post(&ReplicaReply::Events { run, events });
        }
    }
}
