//! The world that a configuration speaks of.

use super::TrainConfig;
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

/// What a step pays, by the state `[x, v, theta, omega]` that it leads to; none in a world without a cart.
pub fn step_reward(config: &TrainConfig) -> Option<impl Fn([f32; 4]) -> f32 + use<>> {
    let env = env(config);
    let is_cart = env.id.is_cart();
    is_cart.then_some(move |state| env.reward_of(state, env.ends(state)))
}
