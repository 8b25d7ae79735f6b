//! The networks that a configuration speaks of.

use super::config::{Activation, TrainConfig};
use crate::nn::{self, Init, Networks};

/// The networks that a configuration trains.
pub fn networks(config: &TrainConfig) -> Networks {
    let activation = match config.activation {
        Activation::Relu => nn::Activation::Relu,
        Activation::Tanh => nn::Activation::Tanh,
    };
    let sizes = (config.env_id.obs_size(), config.env_id.num_actions());
    Networks::new(sizes, &config.hidden_sizes, activation, config.has_critic())
}

/// The networks' first parameters.
pub fn first_parameters(config: &TrainConfig, networks: &Networks) -> Vec<f32> {
    let init = if config.orthogonal_init {
        Init::Orthogonal
    } else {
        Init::UniformFanIn
    };
    networks.initial_parameters(config.seed, init)
}
