//! Tasks of classic control, worlds of cells, and CleanRL's settings for a cart.

use super::course;
use crate::config::{AnnealPer, EnvId, TrainConfig};

/// The arguments of CleanRL's `ppo.py`. Its critic's loss has a half, so its `vf_coef` of 0.5 is
/// 0.25 here. It takes a time limit for an end, which no setting does here.
pub fn cleanrl() -> TrainConfig {
    TrainConfig {
        anneal_per: AnnealPer::Iteration,
        clip_vloss: true,
        ..course::ppo()
    }
}

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

/// One switch more, and twice the steps. Velocities are at most 0.07, so the first policy hardly
/// sees them. Normalised, they decide what it does: it pushes the way that it goes, and that is how
/// the car gets out.
pub fn mountaincar_norm() -> TrainConfig {
    TrainConfig {
        total_timesteps: 16 * 128 * 480,
        norm_obs: true,
        ..mountaincar()
    }
}

/// An episode may last 999 steps, so `gamma` is close to 1. Nothing has to be explored but by the
/// policy's own deviation, so there is no entropy bonus.
pub fn mountaincar_continuous() -> TrainConfig {
    TrainConfig {
        env_id: EnvId::MountaincarContinuous,
        max_episode_steps: 999,
        num_envs: 64,
        total_timesteps: 64 * 128 * 100,
        learning_rate: 1e-3,
        gamma: 0.999,
        ent_coef: 0.0,
        norm_reward: true,
        ..mountaincar_norm()
    }
}

/// A reward looks a second ahead, so `gamma` is small. A rollout is an episode of each environment,
/// from which Adam takes ten epochs, and nothing has to be explored, so there is no entropy bonus.
pub fn pendulum() -> TrainConfig {
    TrainConfig {
        env_id: EnvId::Pendulum,
        max_episode_steps: 200,
        num_envs: 16,
        num_steps: 200,
        total_timesteps: 16 * 200 * 200,
        norm_obs: true,
        learning_rate: 1e-3,
        anneal_per: AnnealPer::Iteration,
        gamma: 0.9,
        norm_reward: true,
        ent_coef: 0.0,
        vf_coef: 0.5,
        update_epochs: 10,
        num_minibatches: 8,
        ..course::ppo()
    }
}

/// An episode may last 1000 steps, so `gamma` is close to 1, and a crash costs a hundred times a
/// step, so the critic learns of normalised rewards.
pub fn lunar_lander() -> TrainConfig {
    TrainConfig {
        env_id: EnvId::LunarLander,
        max_episode_steps: 1000,
        num_envs: 32,
        num_steps: 256,
        total_timesteps: 32 * 256 * 184,
        hidden_sizes: vec![64, 64],
        learning_rate: 1e-3,
        anneal_per: AnnealPer::Iteration,
        gamma: 0.999,
        gae_lambda: 0.98,
        norm_reward: true,
        ent_coef: 0.01,
        vf_coef: 0.5,
        num_minibatches: 16,
        ..course::ppo()
    }
}

/// Nothing has to be explored but by the policy's own deviation, so there is no entropy bonus.
pub fn lunar_lander_continuous() -> TrainConfig {
    TrainConfig {
        env_id: EnvId::LunarLanderContinuous,
        ent_coef: 0.0,
        ..lunar_lander()
    }
}

/// Nine of ten random walks end in a hole, and the reward comes at the end alone.
pub fn frozen_lake() -> TrainConfig {
    TrainConfig {
        env_id: EnvId::FrozenLake,
        max_episode_steps: 100,
        num_envs: 64,
        num_steps: 64,
        total_timesteps: 64 * 64 * 60,
        learning_rate: 2.5e-3,
        anneal_per: AnnealPer::Iteration,
        ..course::ppo()
    }
}

/// A fall costs a hundred times a step, so the critic learns of normalised rewards. With a smaller
/// entropy bonus some seeds learn to stay away from the edge, and never arrive.
pub fn cliff_walking() -> TrainConfig {
    TrainConfig {
        env_id: EnvId::CliffWalking,
        max_episode_steps: 200,
        norm_reward: true,
        ent_coef: 0.1,
        ..frozen_lake()
    }
}
