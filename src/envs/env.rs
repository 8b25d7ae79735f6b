//! The rules of one environment: where an episode starts, where an action leads, its reward, and
//! when the episode ends.

use super::cartpole::{MAX_EPISODE_STEPS, RESET_LIMIT, State, next_state};
use super::spec::{Cart, CartReward, Dynamics, Probe};
use super::{Autoreset, EnvId, Expression};
use crate::random::Stream;

/// An environment with its adjustable rules.
#[derive(Clone, Debug)]
pub struct Env {
    /// The environment's name.
    pub id: EnvId,
    /// The reward with which [`CartReward::PerStep`] ends an episode: 1 in Gymnasium, 0 in the
    /// course's GPU environment.
    pub terminal_reward: f32,
    /// A reward that replaces the cart's own.
    pub reward: Option<Expression>,
    /// Time limit of an episode, in steps.
    pub max_episode_steps: u32,
    /// When the environment is reset after an episode.
    pub autoreset: Autoreset,
}

/// The result of an action, before any reset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transition {
    /// The state after the step.
    pub state: State,
    /// Reward of the step.
    pub reward: f32,
    /// True if the episode ended by its own rules.
    pub terminated: bool,
}

impl Env {
    /// Returns the environment with the rules of Gymnasium or, for its own environments, of the
    /// course.
    pub fn new(id: EnvId) -> Self {
        Self {
            id,
            terminal_reward: 1.0,
            reward: None,
            max_episode_steps: MAX_EPISODE_STEPS,
            autoreset: Autoreset::SameStep,
        }
    }

    /// Returns the first state of an episode, which depends on (the seed of `resets`, world,
    /// episode) alone. `world` is the index of the environment among those that run together.
    pub fn first_state(&self, resets: &Stream, world: u32, episode: u32) -> State {
        let draw = |half| resets.uniforms([world, episode.wrapping_mul(2).wrapping_add(half)]);
        match &self.id.spec().dynamics {
            Dynamics::Cart(_) => {
                let ([x, v], [theta, omega]) = (draw(0), draw(1));
                [x, v, theta, omega].map(|unit| (2.0 * unit - 1.0) * RESET_LIMIT)
            }
            Dynamics::Probe(probe) => {
                let [coin, _] = draw(0);
                let obs = probe.first_obs[usize::from(coin >= 0.5)];
                [obs, 0.0, 0.0, 0.0]
            }
        }
    }

    /// Returns the state that `action` leads to, its reward, and whether it ends the episode.
    pub fn transition(&self, state: State, action: u32) -> Transition {
        match &self.id.spec().dynamics {
            Dynamics::Cart(cart) => self.cart_transition(cart, next_state(state, action)),
            Dynamics::Probe(probe) => probe_transition(probe, state[0], action),
        }
    }

    /// Returns the transition of a cart whose step led to `state`.
    pub fn cart_transition(&self, cart: &Cart, state: State) -> Transition {
        let terminated = cart.is_terminal(state);
        let reward = match (&self.reward, &cart.reward) {
            (Some(written), _) => written.of(state),
            (None, CartReward::Shaped(reward)) => {
                let [x, v, theta, omega] = state;
                reward(x, v, theta, omega)
            }
            (None, CartReward::PerStep) if terminated => self.terminal_reward,
            (None, CartReward::PerStep) => 1.0,
        };
        Transition {
            state,
            reward,
            terminated,
        }
    }
}

fn probe_transition(probe: &Probe, obs: f32, action: u32) -> Transition {
    let second = probe.second_obs.filter(|second| *second != obs);
    Transition {
        state: [second.unwrap_or(obs), 0.0, 0.0, 0.0],
        reward: match second {
            Some(_) => 0.0,
            None => (probe.reward)(obs, action),
        },
        terminated: second.is_none(),
    }
}
