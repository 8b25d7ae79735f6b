//! Small runs for tests.

use burn::tensor::Device;
use futures::StreamExt as _;
use policy_lab::config::TrainConfig;
use policy_lab::config::presets::Preset;
use policy_lab::history::History;
use policy_lab::protocol::Event;
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
    pollster::block_on(Session::new(config, Device::flex()).events().collect())
}

pub fn history(config: TrainConfig) -> History {
    let mut history = History::default();
    for event in events(config) {
        history.apply(event);
    }
    history
}
