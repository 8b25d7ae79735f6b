//! Small runs for tests.

use futures::StreamExt as _;
use policy_lab::config::TrainConfig;
use policy_lab::config::presets::Preset;
use policy_lab::history::History;
use policy_lab::protocol::checkpoint::Checkpoint;
use policy_lab::protocol::{Event, RunEvent};
use policy_lab::train::gpu::RunDevice;
use policy_lab::train::session::Session;

pub fn preset(id: &str) -> TrainConfig {
    (Preset::find(id).expect("a preset").config)()
}

/// A run of a few small iterations.
pub fn small(id: &str, iterations: usize) -> TrainConfig {
    let config = TrainConfig {
        num_envs: 8,
        num_steps: 32,
        ..preset(id)
    };
    TrainConfig {
        total_timesteps: config.batch_size() * iterations,
        ..config
    }
}

pub fn events(config: TrainConfig) -> Vec<Event> {
    events_of(Session::new(config, RunDevice::Cpu))
}

pub fn events_of(session: Session) -> Vec<Event> {
    pollster::block_on(session.events().collect())
}

/// The networks with which a session ended well.
pub fn last_good_in(events: &[Event]) -> &Checkpoint {
    let mut events = events.iter();
    let last = events.find_map(|event| match event {
        Event::Run(RunEvent::LastGood(checkpoint)) => Some(checkpoint),
        _ => None,
    });
    last.expect("networks at the end")
}

pub fn history(config: TrainConfig) -> History {
    let mut history = History::default();
    for event in events(config) {
        history.apply(event);
    }
    history
}
