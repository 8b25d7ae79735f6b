//! Tasks of classic control.

use super::course;
use crate::config::{AnnealPer, EnvId, TrainConfig};

pub fn acrobot() -> TrainConfig {
    TrainConfig {
        env_id: EnvId::Acrobot,
        max_episode_steps: 500,
        num_envs: 16,
        total_timesteps: 16 * 128 * 240,
        learning_rate: 2.5e-3,
        anneal_per: AnnealPer::Iteration,
        ..course::ppo()
    }
}

/// Random actions do not find the goal within 200 steps. The lesson is that the return stays at
/// −200, so there is nothing to learn from.
pub fn mountaincar() -> TrainConfig {
    TrainConfig {
        env_id: EnvId::Mountaincar,
        max_episode_steps: 200,
        ..acrobot()
    }
}

/// A reward looks a second ahead, so `gamma` is small. Adam takes ten epochs of the little that a
/// rollout holds, and nothing has to be explored, so there is no entropy bonus.
pub fn pendulum() -> TrainConfig {
    TrainConfig {
        env_id: EnvId::Pendulum,
        max_episode_steps: 200,
        num_envs: 32,
        num_steps: 64,
        total_timesteps: 32 * 64 * 200,
        learning_rate: 2e-3,
        anneal_per: AnnealPer::Iteration,
        gamma: 0.9,
        ent_coef: 0.0,
        vf_coef: 0.5,
        update_epochs: 10,
        num_minibatches: 8,
        ..course::ppo()
    }
}
