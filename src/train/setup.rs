//! The networks that a configuration speaks of, and all that training with it begins with.

use burn::tensor::Device;

use super::learner::Learner;
use crate::config::TrainConfig;
use crate::config::world::env;
use crate::nn::{Init, Networks};
use crate::ops::adam::AdamSettings;
use crate::random::{Purpose, Stream};
use crate::rollout::{Collector, Lifespans};

/// The networks that a configuration trains.
pub fn networks(config: &TrainConfig) -> Networks {
    let sizes = (config.env_id.obs_size(), config.env_id.num_actions());
    Networks::new(
        sizes,
        &config.hidden_sizes,
        config.activation,
        config.has_critic(),
    )
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

/// What training begins with.
pub struct RunSetup {
    /// Networks that have learnt nothing yet, and their optimiser.
    pub learner: Learner,
    /// Worlds at their first step.
    pub collector: Collector,
    /// The episodes under way in them.
    pub lifespans: Lifespans,
    /// What shuffles the samples.
    pub shuffles: Stream,
}

impl RunSetup {
    /// Those of a configuration, which learn on `device`.
    pub fn new(config: &TrainConfig, device: &Device) -> Self {
        let networks = networks(config);
        let parameters = first_parameters(config, &networks);
        let settings = AdamSettings {
            epsilon: config.adam_eps,
            weight_decay: config.weight_decay,
        };
        Self {
            collector: Collector::new(config.num_envs, env(config), networks.clone(), config.seed),
            learner: Learner::new(networks, parameters, settings, device),
            lifespans: Lifespans::new(config.num_envs),
            shuffles: Stream::new(config.seed, Purpose::Shuffle),
        }
    }
}
