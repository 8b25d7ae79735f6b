//! The environment of a configuration.

use super::TrainConfig;
use crate::envs::{Env, Expression, Strengths};

/// Returns the environment of a configuration.
pub fn env(config: &TrainConfig) -> Env {
    Env {
        id: config.env_id,
        terminal_reward: config.terminal_reward as f32,
        strengths: Strengths {
            gravity: config.gravity as f32,
            force: config.force as f32,
        },
        // Text that does not parse fails validation, and no such configuration trains.
        reward: match config.has_own_reward() {
            true => Expression::parse(&config.reward, config.env_id).ok(),
            false => None,
        },
        max_episode_steps: u32::try_from(config.max_episode_steps).unwrap_or(u32::MAX),
        autoreset: config.autoreset,
    }
}

/// Returns the reward of a step as a function of the state that it leads to; `None` for an
/// environment without a cart, or if the reward reads the action too.
pub fn step_reward(config: &TrainConfig) -> Option<impl Fn([f32; 4]) -> f32 + use<>> {
    let outcomes = env(config).outcomes()?;
    Some(move |state: [f32; 4]| outcomes(&state).0)
}
