//! The buffers of a run that is all on a GPU, in plain numbers: every one of them must be small
//! enough for any adapter.

use policy_lab::config::TrainConfig;
use policy_lab::nn::Networks;
use policy_lab::ops::rollout::{RowSize, record_words};
use policy_lab::train::setup::networks;

use crate::ops::gpu_layout::{Layout, MAX_BINDING_BYTES, values_of_rollout};
use crate::ops::learn::stride;

/// Returns the largest number of runs of a shape for which every buffer is small enough for any
/// GPU.
pub fn most_runs(config: &TrainConfig) -> usize {
    (MAX_BINDING_BYTES / largest_buffer(config, &networks(config))).max(1)
}

/// Returns true if the adapter takes all steps of a rollout in one dispatch, with every buffer of
/// the run small enough for any GPU.
pub fn is_one_dispatch(config: &TrainConfig, networks: &Networks) -> bool {
    let most = Layout::of_adapter().steps_at_once(
        &networks.actor,
        RowSize::of(config.env_id),
        config.num_envs,
    );
    config.num_steps <= most && fits_on_device(config, networks)
}

/// Returns true if every buffer of a run that is all on the device is small enough for any GPU.
pub fn fits_on_device(config: &TrainConfig, networks: &Networks) -> bool {
    largest_buffer(config, networks) <= MAX_BINDING_BYTES
}

/// Returns the bytes of the largest buffer of a run that is all on the device.
fn largest_buffer(config: &TrainConfig, networks: &Networks) -> usize {
    let samples = config.num_envs * config.num_steps;
    let steps = (config.num_envs, config.num_steps);
    let numbers = [
        record_words(RowSize::of(config.env_id), steps),
        values_of_rollout(config.max_episode_steps, steps),
        2 * samples,
        config.plan().update_epochs * samples,
        3 * stride(networks.num_parameters()),
    ];
    let most = numbers.into_iter().max().unwrap_or(1);
    most * size_of::<f32>()
}
