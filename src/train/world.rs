//! The world that a configuration speaks of.

use super::config::TrainConfig;
use crate::envs::{Env, Expression};

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

/// What a step pays that leads to the state `[x, v, theta, omega]`; none in a world without a cart.
pub fn pay(config: &TrainConfig, state: [f32; 4]) -> Option<f32> {
    let env = env(config);
    (env.id.is_cart()).then(|| env.reward_of(state, env.ends(state)))
}
