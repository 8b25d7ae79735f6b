//! The networks of a configuration, and everything that training starts with.

use super::gpu::RunDevice;
use super::learner::Learner;
use super::shuffles::Shuffles;
use crate::config::TrainConfig;
use crate::config::world::env;
use crate::nn::{Init, Networks};
use crate::ops::adam::AdamSettings;
use crate::rollout::{Collector, Lifespans};

/// Returns the networks that a configuration trains.
pub fn networks(config: &TrainConfig) -> Networks {
    let id = config.env_id;
    let networks = Networks::new(
        (id.obs_size(), id.num_outputs()),
        &config.hidden_sizes,
        config.activation,
        config.has_critic(),
    );
    match id.controls() {
        [] => networks,
        _ => networks.gaussian(),
    }
}

/// Returns the initial parameters of the networks.
pub fn first_parameters(config: &TrainConfig, networks: &Networks) -> Vec<f32> {
    let init = if config.orthogonal_init {
        Init::Orthogonal
    } else {
        Init::UniformFanIn
    };
    networks.initial_parameters(config.seed, init)
}

/// Returns the settings of the optimiser.
pub fn optimiser(config: &TrainConfig) -> AdamSettings {
    AdamSettings {
        epsilon: config.adam_eps,
        weight_decay: config.weight_decay,
    }
}

/// Everything that training starts with.
pub struct RunSetup {
    /// The untrained networks and their optimiser.
    pub learner: Learner,
    /// The environments at their first step.
    pub collector: Collector,
    /// The lengths so far of the episodes under way.
    pub lifespans: Lifespans,
    /// The order of the samples in each epoch.
    pub shuffles: Shuffles,
}

impl RunSetup {
    /// Creates the setup of a configuration that learns on `device`.
    pub fn new(config: &TrainConfig, device: &RunDevice) -> Self {
        let networks = networks(config);
        let parameters = first_parameters(config, &networks);
        Self {
            collector: Collector::new(config.num_envs, env(config), networks.clone(), config.seed),
            learner: Learner::new(networks, parameters, optimiser(config), device),
            lifespans: Lifespans::new(config.num_envs),
            shuffles: Shuffles::new(config.seed),
        }
    }
}
