//! Settings that learn within a minute in a tab.

use super::course;
use crate::config::{Algorithm, EnvId, TrainConfig};

pub fn ppo() -> TrainConfig {
    TrainConfig {
        num_envs: 64,
        total_timesteps: 64 * 128 * 100,
        learning_rate: 5e-3,
        anneal_lr: false,
        ..course::ppo()
    }
}

pub fn ppo_spin() -> TrainConfig {
    TrainConfig {
        env_id: EnvId::Spincart,
        ..ppo()
    }
}

/// With a weight of 0.4 on `omega` the cart shakes instead, 10 cm to either side; with 0.5 it does
/// so on one seed in five.
pub fn ppo_dance() -> TrainConfig {
    TrainConfig {
        reward: "0.5 + min(abs(v), 1) * (1 - abs(x)) - 0.7 * abs(omega)".to_owned(),
        ..ppo()
    }
}

pub fn vpg() -> TrainConfig {
    TrainConfig {
        seed: 1,
        num_envs: 32,
        total_timesteps: 32 * 500 * 40,
        learning_rate: 1e-2,
        anneal_lr: false,
        ..course::vpg_args_fast()
    }
}

pub fn reinforce() -> TrainConfig {
    TrainConfig {
        algorithm: Algorithm::Reinforce,
        total_timesteps: 32 * 500 * 60,
        ..vpg()
    }
}
