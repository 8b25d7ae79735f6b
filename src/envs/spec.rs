//! What tells one environment from another, as data. Each environment's file fills in one [`EnvSpec`].

use super::cartpole::{State, X_LIMIT, has_fallen};

/// One environment: its names, and how it moves, pays and ends.
#[derive(Debug)]
pub struct EnvSpec {
    /// The name in URLs and in saved files.
    pub key: &'static str,
    /// The name and the task in a few words, for the form.
    pub label: &'static str,
    /// What an action does.
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
    /// Whether a pole that leans too far ends an episode. Leaving the track always does.
    pub can_fall: bool,
    /// What a step pays.
    pub reward: CartReward,
}

/// What a step of a cart pays.
#[derive(Debug)]
pub enum CartReward {
    /// 1, or [`Env::terminal_reward`](super::Env::terminal_reward) where the step ends the episode. A return is then the
    /// episode's length, so the time limit is the best score.
    PerStep,
    /// A function of the state that the step led to, number by number: an array would travel through memory.
    Shaped(fn(x: f32, v: f32, theta: f32, omega: f32) -> f32),
}

impl Cart {
    /// Returns whether `state` ends an episode.
    pub fn is_terminal(&self, state: State) -> bool {
        if self.can_fall {
            has_fallen(state)
        } else {
            state[0].abs() > X_LIMIT
        }
    }
}

/// An environment so small that what must be learnt is known. Only the state's first number counts; it is the observation.
#[derive(Debug)]
pub struct Probe {
    /// Actions to choose from.
    pub num_actions: usize,
    /// The first observation of an episode, by the toss of a coin.
    pub first_obs: [f32; 2],
    /// What an episode of two steps shows before the second one; none if there is only one step.
    pub second_obs: Option<f32>,
    /// What the last step pays. The one before it, if there is one, pays 0.
    pub reward: fn(obs: f32, action: u32) -> f32,
    /// What a correct learner finds in each observation.
    pub solution: &'static [Known],
    /// How far a learner may stay from it, from the course.
    pub tolerance: f64,
}

/// What a correct learner finds in one observation.
#[derive(Debug)]
pub struct Known {
    /// The observation.
    pub obs: f32,
    /// Its value with a discount of 0.99.
    pub value: f64,
    /// The probability of each action; empty where there is only one.
    pub probabilities: &'static [f64],
}
