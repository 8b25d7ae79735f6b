//! The differences between environments, as data. Each environment's file fills in one [`EnvSpec`].

use super::cartpole::{State, X_LIMIT, has_fallen};

/// One environment: its names, its dynamics, its rewards and its end.
#[derive(Debug)]
pub struct EnvSpec {
    /// The name in URLs and in saved files.
    pub key: &'static str,
    /// The name and the task in a few words, for the form.
    pub label: &'static str,
    /// The effect of an action.
    pub dynamics: Dynamics,
}

/// The two kinds of environments.
#[derive(Debug)]
pub enum Dynamics {
    /// A cart with a pole, which moves by [`next_state`](super::cartpole::next_state).
    Cart(Cart),
    /// A probe.
    Probe(Probe),
}

/// A cart's task.
#[derive(Debug)]
pub struct Cart {
    /// True if a pole that leans too far ends an episode. Leaving the track always does.
    pub can_fall: bool,
    /// The reward of a step.
    pub reward: CartReward,
}

/// The reward of a cart's step.
#[derive(Debug)]
pub enum CartReward {
    /// 1, or [`Env::terminal_reward`](super::Env::terminal_reward) if the step ends the episode. An
    /// undiscounted return is then the episode's length, so the time limit is the best score.
    PerStep,
    /// A function of the state that the step led to. It takes the four numbers one by one, because
    /// an array would be passed through memory.
    Shaped(fn(x: f32, v: f32, theta: f32, omega: f32) -> f32),
}

impl Cart {
    /// Returns true if `state` ends an episode.
    pub fn is_terminal(&self, state: State) -> bool {
        if self.can_fall {
            has_fallen(state)
        } else {
            state[0].abs() > X_LIMIT
        }
    }
}

/// An environment so small that the correct solution is known. Only the first number of its state
/// is used; it is the observation.
#[derive(Debug)]
pub struct Probe {
    /// Number of actions.
    pub num_actions: usize,
    /// The first observation of an episode: one of the two, with equal probability.
    pub first_obs: [f32; 2],
    /// The observation before the second of two steps; `None` if an episode has only one step.
    pub second_obs: Option<f32>,
    /// The reward of the last step. The step before it, if there is one, has reward 0.
    pub reward: fn(obs: f32, action: u32) -> f32,
    /// The correct result for each observation.
    pub solution: &'static [Known],
    /// Largest difference from the solution that a learner may have, from the course.
    pub tolerance: f64,
}

/// The correct result for one observation.
#[derive(Debug)]
pub struct Known {
    /// The observation.
    pub obs: f32,
    /// Its value, with a discount of 0.99.
    pub value: f64,
    /// The probability of each action; empty if there is only one.
    pub probabilities: &'static [f64],
}
