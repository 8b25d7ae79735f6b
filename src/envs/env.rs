//! One environment's rules: where an episode starts, where an action leads, what it pays and whether it ends the episode.

use super::cartpole::{MAX_EPISODE_STEPS, RESET_LIMIT, State, next_state};
use super::spec::{Cart, CartReward, Dynamics, Probe};
use super::{Autoreset, EnvId, Expression};
use crate::random::Stream;

/// An environment, with what may be changed about it.
#[derive(Clone, Debug)]
pub struct Env {
    /// Which environment.
    pub id: EnvId,
    /// What [`CartReward::PerStep`] pays for the step that ends an episode: 1 in Gymnasium, 0 in the course's GPU
    /// environment.
    pub terminal_reward: f32,
    /// What a cart pays at every step in place of its own reward.
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
    /// Returns the environment as Gymnasium (or the course, for its own environments) has it.
    pub fn new(id: EnvId) -> Self {
        Self {
            id,
            terminal_reward: 1.0,
            reward: None,
            max_episode_steps: MAX_EPISODE_STEPS,
            autoreset: Autoreset::SameStep,
        }
    }

    /// Returns the first state of an episode: a function of (the seed of `resets`, world, episode) alone.
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

    /// Returns where `action` leads from `state`, what that pays and whether it ends the episode.
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
