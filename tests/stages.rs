//! Observed runs: what they report of their stages, that they wait to be seen, and that they
//! compute the same.

mod folding;
mod seeing;
mod stepping;

use crate::support::runs::small;
use futures::StreamExt as _;
use policy_lab::config::TrainConfig;
use policy_lab::protocol::stages::{Detail, StageReport};
use policy_lab::protocol::{Event, RunEvent};
use policy_lab::train::gpu::RunDevice;
use policy_lab::train::session::Session;

fn stage_report(event: &Event) -> Option<&StageReport> {
    match event {
        Event::Run(RunEvent::Stage(report)) => Some(report),
        _ => None,
    }
}

fn looked_at(config: TrainConfig, detail: Detail) -> Vec<Event> {
    let session = Session::new(config, RunDevice::Cpu);
    session.observer.look(detail);
    pollster::block_on(session.events().collect())
}

/// Returns everything that a run computed, without the time that it took.
fn computed(events: &[Event]) -> Vec<String> {
    let told = events.iter().filter_map(|event| match event {
        Event::Run(RunEvent::Iteration(report)) => {
            let metrics = report
                .metrics
                .iter()
                .map(|(metric, value)| (metric, value.to_bits()));
            Some(format!(
                "{} {:?}",
                report.global_step,
                metrics.collect::<Vec<_>>()
            ))
        }
        Event::Run(RunEvent::Frame(frame)) => {
            Some(format!("{:?} {:?}", frame.poses, frame.parameters))
        }
        Event::Run(RunEvent::LastGood(checkpoint)) => Some(format!("{checkpoint:?}")),
        _ => None,
    });
    told.collect()
}

/// Returns settings with two iterations of two epochs of four minibatches, after 32 steps of 8
/// environments.
fn tiny() -> TrainConfig {
    TrainConfig {
        num_minibatches: 4,
        update_epochs: 2,
        ..small("ppo-quick", 2)
    }
}
