//! The world that a configuration speaks of.

use super::TrainConfig;
use crate::envs::cartpole::State;
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

/// What a step pays, by the state that it leads to; none in a world without a cart.
pub fn step_reward(config: &TrainConfig) -> Option<impl Fn(State) -> f32 + use<>> {
    let env = env(config);
    let cart = env.id.cart()?;
    Some(move |state| env.cart_transition(cart, state).reward)
}
