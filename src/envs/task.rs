//! What an episode pays and when it ends: the two things that reward shaping replaces.

use super::cartpole::{State, has_fallen};

/// Reward and termination, each replaceable on its own.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Reward of a step, from the state that it led to and whether that state ends the episode.
    pub reward: fn(state: State, terminated: bool, terminal_reward: f32) -> f32,
    /// Whether a state ends the episode.
    pub terminated: fn(state: State) -> bool,
    /// What the last step of an episode pays under [`Task::balance`].
    pub terminal_reward: f32,
}

impl Task {
    /// Keep the pole up: every step pays 1, the one on which it falls `terminal_reward` (1 in Gymnasium, 0 in the
    /// course's GPU world).
    pub fn balance(terminal_reward: f32) -> Self {
        Self {
            reward: |_, terminated, terminal_reward| if terminated { terminal_reward } else { 1.0 },
            terminated: has_fallen,
            terminal_reward,
        }
    }
}
