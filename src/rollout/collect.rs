//! Runs the policy in the worlds and records what happens.

use super::Rollout;
use crate::envs::{Env, Worlds};
use crate::nn::{Activation, Mlp, Networks};
use crate::ops::forward::{Layers, Scratch};
use crate::random::{Purpose, Stream};

/// How an action is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choose {
    /// Drawn from the policy's distribution.
    Sampled,
    /// The likeliest one.
    Greedy,
}

/// The worlds of a run and the policy that acts in them.
///
/// It runs on the host in plain Rust on every device. A step's action must be known before its world moves, so with
/// plain tensor operations every step would cost some sixty dispatches, and a 500-step rollout seconds of enqueueing
/// on the fastest GPU (ARCHITECTURE.md). The numbers drawn depend on (seed, world, step) alone.
#[derive(Clone, Debug)]
pub struct Collector {
    worlds: Worlds,
    networks: Networks,
    draws: Stream,
    choose: Choose,
    next_step: u32,
    actor: Scratch,
    critic: Scratch,
    obs: Vec<f32>,
}

impl Collector {
    /// Worlds at the start of their first episodes.
    pub fn new(num_envs: usize, env: Env, networks: Networks, seed: u32) -> Self {
        Self {
            worlds: Worlds::new(num_envs, env, seed),
            networks,
            draws: Stream::new(seed, Purpose::Action),
            choose: Choose::Sampled,
            next_step: 0,
            actor: Scratch::default(),
            critic: Scratch::default(),
            obs: Vec::new(),
        }
    }

    /// The same, choosing actions in another way.
    pub fn choosing(self, choose: Choose) -> Self {
        Self { choose, ..self }
    }

    /// Starts fresh episodes everywhere.
    pub fn reset_worlds(&mut self) {
        self.worlds.reset_all();
    }

    /// An empty rollout of these worlds with room for `num_steps` steps.
    pub fn rollout(&self, num_steps: usize) -> Rollout {
        Rollout::new(
            self.worlds.num_envs(),
            num_steps,
            self.worlds.env().id.obs_size(),
        )
    }

    /// Appends `num_steps` steps to `rollout`, acting with `parameters`; with a critic, records the values of
    /// observations as well.
    pub fn advance(&mut self, rollout: &mut Rollout, parameters: &[f32], num_steps: usize) {
        for _ in 0..num_steps {
            self.step(rollout, parameters);
        }
    }

    /// The same for one world, up to the end of its episode; gives whether it ended.
    pub fn advance_to_end(
        &mut self,
        rollout: &mut Rollout,
        parameters: &[f32],
        num_steps: usize,
    ) -> bool {
        for _ in 0..num_steps {
            self.step(rollout, parameters);
            if rollout.terminated.last() == Some(&true) || rollout.truncated.last() == Some(&true) {
                return true;
            }
        }
        false
    }

    /// Completes a rollout: with a critic, records the values of final observations and of what follows the last step.
    pub fn finish(&mut self, rollout: &mut Rollout, parameters: &[f32]) {
        let Some(critic) = &self.networks.critic else {
            return;
        };
        let layers = layers(critic, parameters);
        let size = rollout.obs_size;
        let mut obs: Vec<f32> = rollout
            .final_obs
            .iter()
            .flat_map(|(_, state)| &state[..size])
            .copied()
            .collect();
        self.worlds.observe(&mut obs);
        let values = self.critic.forward(layers, &obs);
        let (finals, next) = values.split_at(rollout.final_obs.len());
        rollout.final_values = finals.to_vec();
        rollout.next_value = next.to_vec();
    }

    fn step(&mut self, rollout: &mut Rollout, parameters: &[f32]) {
        self.obs.clear();
        self.worlds.observe(&mut self.obs);
        rollout.obs.extend_from_slice(&self.obs);
        if let Some(critic) = &self.networks.critic {
            let values = self.critic.forward(layers(critic, parameters), &self.obs);
            rollout.values.extend_from_slice(values);
        }
        let actor = &self.networks.actor;
        let num_actions = actor.sizes[actor.sizes.len() - 1];
        let logits = self.actor.forward(layers(actor, parameters), &self.obs);
        for (world, logits) in logits.chunks(num_actions).enumerate() {
            let (action, log_prob) = match self.choose {
                Choose::Sampled => {
                    let [draw, _] = self.draws.uniforms([world as u32, self.next_step]);
                    sample(logits, draw)
                }
                Choose::Greedy => greedy(logits),
            };
            let step = self.worlds.step(world, action);
            if step.terminated || step.truncated {
                let sample = rollout.num_steps * rollout.num_envs + world;
                rollout.final_obs.push((sample, step.final_obs));
            }
            rollout.actions.push(action);
            rollout.log_prob.push(log_prob);
            rollout.rewards.push(step.reward);
            rollout.terminated.push(step.terminated);
            rollout.truncated.push(step.truncated);
            rollout.was_reset.push(step.was_reset);
        }
        rollout.num_steps += 1;
        self.next_step = self.next_step.wrapping_add(1);
    }
}

fn layers<'a>(mlp: &'a Mlp, parameters: &'a [f32]) -> Layers<'a> {
    Layers {
        sizes: &mlp.sizes,
        tanh: mlp.activation == Activation::Tanh,
        parameters: &parameters[mlp.offset..mlp.offset + mlp.num_parameters()],
    }
}

/// The likeliest action, the first of equals, and its log-probability.
fn greedy(logits: &[f32]) -> (u32, f32) {
    let mut action = 0;
    for (index, logit) in logits.iter().enumerate() {
        if *logit > logits[action] {
            action = index;
        }
    }
    let total: f32 = logits
        .iter()
        .map(|logit| (logit - logits[action]).exp())
        .sum();
    (action as u32, -total.ln())
}

/// The action whose stretch of the cumulative probabilities holds `draw`, and its log-probability.
fn sample(logits: &[f32], draw: f32) -> (u32, f32) {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let total: f32 = logits.iter().map(|logit| (logit - largest).exp()).sum();
    let mut left = draw * total;
    let mut action = logits.len() - 1;
    for (index, logit) in logits.iter().enumerate() {
        left -= (logit - largest).exp();
        if left < 0.0 {
            action = index;
            break;
        }
    }
    (action as u32, logits[action] - largest - total.ln())
}

#[cfg(test)]
mod tests {
    use super::{greedy, sample};

    #[test]
    fn the_greedy_action_is_the_likeliest() {
        let (action, log_prob) = greedy(&[0.1_f32.ln(), 0.7_f32.ln(), 0.2_f32.ln()]);
        assert_eq!(action, 1);
        assert!((log_prob - 0.7_f32.ln()).abs() < 1e-6);
    }

    #[test]
    fn draws_pick_actions_in_proportion_to_their_probabilities() {
        let logits = [0.25_f32.ln(), 0.75_f32.ln()];
        let draws = 4_000;
        let ones = (0..draws)
            .filter(|i| sample(&logits, *i as f32 / draws as f32).0 == 1)
            .count();
        assert!(ones.abs_diff(3_000) <= 1, "{ones} of {draws}");
        let (action, log_prob) = sample(&logits, 0.1);
        assert_eq!(action, 0);
        assert!((log_prob - 0.25_f32.ln()).abs() < 1e-6);
        assert_eq!(sample(&[0.0, -200.0], 0.999_999).0, 0);
    }
}
