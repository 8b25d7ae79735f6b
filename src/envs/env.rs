//! One world's rules: where an episode starts, where an action leads, what it pays and whether it ends the episode.

use super::cartpole::{MAX_EPISODE_STEPS, RESET_LIMIT, State, X_LIMIT, has_fallen, next_state};
use super::{Autoreset, EnvId, Expression, probes, rewards};

/// A world, with what may be changed about it.
#[derive(Clone, Debug)]
pub struct Env {
    /// Which world.
    pub id: EnvId,
    /// What CartPole pays on the step on which the pole falls, where every other step pays 1: 1 in Gymnasium, 0 in
    /// the course's GPU world.
    pub terminal_reward: f32,
    /// Paid at every step in place of the world's own reward.
    pub reward: Option<Expression>,
    /// Steps after which an episode is cut off.
    pub max_episode_steps: u32,
    /// When the next episode begins.
    pub autoreset: Autoreset,
}

/// What an action led to, before any reset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transition {
    /// The state after the step.
    pub state: State,
    /// Reward of the step.
    pub reward: f32,
    /// Whether the episode ended by its own rules.
    pub terminated: bool,
}

impl Env {
    /// The world as Gymnasium (or the course, for its own worlds) has it.
    pub fn new(id: EnvId) -> Self {
        Self {
            id,
            terminal_reward: 1.0,
            reward: None,
            max_episode_steps: MAX_EPISODE_STEPS,
            autoreset: Autoreset::SameStep,
        }
    }

    /// The first state of an episode, from four numbers uniform in [0, 1).
    pub fn first_state(&self, uniforms: [f32; 4]) -> State {
        if self.id.is_cart() {
            uniforms.map(|unit| (2.0 * unit - 1.0) * RESET_LIMIT)
        } else {
            [probes::first_obs(self.id, uniforms[0]), 0.0, 0.0, 0.0]
        }
    }

    /// Where `action` leads from `state`.
    pub fn transition(&self, state: State, action: u32) -> Transition {
        if !self.id.is_cart() {
            return probes::transition(self.id, state, action);
        }
        let state = next_state(state, action);
        let terminated = self.ends(state);
        Transition {
            state,
            reward: self.reward_of(state, terminated),
            terminated,
        }
    }

    /// Whether a cart's state ends its episode.
    pub fn ends(&self, state: State) -> bool {
        match self.id {
            EnvId::Spincart | EnvId::SpincartCourse => state[0].abs() > X_LIMIT,
            _ => has_fallen(state),
        }
    }

    /// What a cart's step into `state` pays.
    pub fn reward_of(&self, state: State, terminated: bool) -> f32 {
        if let Some(reward) = &self.reward {
            return reward.of(state);
        }
        match self.id {
            EnvId::Easycart => rewards::easy_cart(state),
            EnvId::Spincart => rewards::spin_cart(state),
            EnvId::SpincartCourse => rewards::spin_cart_as_in_the_course(state),
            _ if terminated => self.terminal_reward,
            _ => 1.0,
        }
    }
}
