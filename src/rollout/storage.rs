//! A rollout in memory.

use crate::envs::Env;
use crate::envs::cartpole::State;
use crate::ops::rollout::{
    RESET_BIT, Recorded, TERMINATED_BIT, TRUNCATED_BIT, action_of, repeated,
};

/// The steps of a batch of environments, in plain memory.
///
/// Every column is `[num_steps, num_envs]`, row-major, unless it says otherwise. A critic's values are empty without a
/// critic.
#[derive(Clone, Debug, Default)]
pub struct Rollout {
    /// Number of environments.
    pub num_envs: usize,
    /// Numbers in an observation.
    pub obs_size: usize,
    /// Steps recorded so far.
    pub num_steps: usize,
    /// The observation before the step: `[num_steps, num_envs, obs_size]`.
    pub obs: Vec<f32>,
    /// The action taken.
    pub actions: Vec<u32>,
    /// The action's log-probability under the policy that took it.
    pub log_prob: Vec<f32>,
    /// The reward of the step.
    pub rewards: Vec<f32>,
    /// True if the step terminated the episode.
    pub terminated: Vec<bool>,
    /// True if the time limit truncated the episode at this step.
    pub truncated: Vec<bool>,
    /// True if the step only reset the environment and ignored its action (see [`crate::envs::Autoreset::NextStep`]).
    pub was_reset: Vec<bool>,
    /// The critic's value of `obs`.
    pub values: Vec<f32>,
    /// The final states of episodes that ended, as `(step * num_envs + environment, state)`.
    pub final_obs: Vec<(usize, State)>,
    /// The critic's value of the observation after the last step: `[num_envs]`.
    pub next_value: Vec<f32>,
    /// The critic's value of `final_obs`, in the same order.
    pub final_values: Vec<f32>,
}

impl Rollout {
    /// Returns an empty rollout with room for `num_steps` steps.
    pub fn new(num_envs: usize, num_steps: usize, obs_size: usize) -> Self {
        let samples = num_envs * num_steps;
        Self {
            num_envs,
            obs_size,
            obs: Vec::with_capacity(samples * obs_size),
            actions: Vec::with_capacity(samples),
            log_prob: Vec::with_capacity(samples),
            rewards: Vec::with_capacity(samples),
            terminated: Vec::with_capacity(samples),
            truncated: Vec::with_capacity(samples),
            was_reset: Vec::with_capacity(samples),
            values: Vec::with_capacity(samples),
            ..Self::default()
        }
    }

    /// Appends whole steps of `env`. The final states of episodes are computed from their last observation and action.
    pub fn append(&mut self, recorded: &Recorded, env: &Env) {
        let has = |taken: u32, bit: u32| taken >> bit & 1 == 1;
        let seen = recorded.obs.chunks(self.obs_size);
        for (obs, taken) in seen.zip(&recorded.taken) {
            let (terminated, truncated) = (has(*taken, TERMINATED_BIT), has(*taken, TRUNCATED_BIT));
            if terminated || truncated {
                let led_to = repeated(obs, *taken, env).state;
                self.final_obs.push((self.actions.len(), led_to));
            }
            self.actions.push(action_of(*taken));
            self.terminated.push(terminated);
            self.truncated.push(truncated);
            self.was_reset.push(has(*taken, RESET_BIT));
        }
        self.obs.extend_from_slice(&recorded.obs);
        self.log_prob.extend_from_slice(&recorded.log_prob);
        self.rewards.extend_from_slice(&recorded.rewards);
        self.num_steps = self.actions.len() / self.num_envs;
    }

    /// Returns the number of recorded samples.
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Returns true if nothing is recorded.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// Returns true for each sample whose step terminated or truncated its episode.
    pub fn ended(&self) -> Vec<bool> {
        self.terminated
            .iter()
            .zip(&self.truncated)
            .map(|(terminated, truncated)| *terminated || *truncated)
            .collect()
    }

    /// Returns how a step of an environment ended, as a number: 0 went on, 1 terminated, 2 truncated.
    pub fn ending(&self, step: usize, world: usize) -> f32 {
        let sample = step * self.num_envs + world;
        match (self.terminated[sample], self.truncated[sample]) {
            (true, _) => 1.0,
            (false, true) => 2.0,
            (false, false) => 0.0,
        }
    }

    /// Returns the value after each step: 0 after termination, the value of `final_obs` after truncation, otherwise the value
    /// of the next observation.
    pub fn next_values(&self) -> Vec<f32> {
        let mut next: Vec<f32> = self
            .values
            .iter()
            .skip(self.num_envs)
            .chain(&self.next_value)
            .copied()
            .collect();
        for ((sample, _), value) in self.final_obs.iter().zip(&self.final_values) {
            next[*sample] = if self.terminated[*sample] {
                0.0
            } else {
                *value
            };
        }
        next
    }
}
