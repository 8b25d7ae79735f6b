//! What a configuration speaks of, built: its world and its networks.

use super::config::{Activation, TrainConfig};
use crate::envs::{Env, Expression};
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

/// The world that a configuration practises in.
pub fn env(config: &TrainConfig) -> Env {
    Env {
        id: config.env_id,
        terminal_reward: config.terminal_reward as f32,
        // A text that is no expression does not validate, and so does not get here.
        reward: Expression::parse(&config.reward).ok(),
        max_episode_steps: config.max_episode_steps as u32,
        autoreset: config.autoreset,
    }
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
