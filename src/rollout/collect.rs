//! Runs the policy in the worlds and records what happens.

use crate::envs::cartpole::{NUM_ACTIONS, OBS_SIZE};
use crate::envs::{CartPoles, Task};
use crate::nn::{Activation, Mlp, Networks};
use crate::ops::forward::{Layers, Scratch};
use crate::random::{Purpose, Stream};

use super::Rollout;

/// The worlds of a run and the policy that acts in them.
///
/// It runs on the host in plain Rust on every device. A step's action must be known before its world moves, so with
/// plain tensor operations every step would cost some sixty dispatches, and a 500-step rollout seconds of enqueueing
/// on the fastest GPU (ARCHITECTURE.md). The numbers drawn depend on (seed, world, step) alone.
#[derive(Clone, Debug)]
pub struct Collector {
    worlds: CartPoles,
    networks: Networks,
    draws: Stream,
    next_step: u32,
    actor: Scratch,
    critic: Scratch,
    obs: Vec<f32>,
}

impl Collector {
    /// Worlds at the start of their first episodes.
    pub fn new(num_envs: usize, task: Task, networks: Networks, seed: u32) -> Self {
        Self {
            worlds: CartPoles::new(num_envs, task, seed),
            networks,
            draws: Stream::new(seed, Purpose::Action),
            next_step: 0,
            actor: Scratch::default(),
            critic: Scratch::default(),
            obs: Vec::new(),
        }
    }

    /// Starts fresh episodes everywhere.
    pub fn reset_worlds(&mut self) {
        self.worlds.reset_all();
    }

    /// Appends `num_steps` steps to `rollout`, acting with `parameters`. With a critic, also records the values of
    /// observations and, for the steps appended, of final observations and of what follows the last step.
    pub fn advance(&mut self, rollout: &mut Rollout, parameters: &[f32], num_steps: usize) {
        let ended_before = rollout.final_obs.len();
        for _ in 0..num_steps {
            self.step(rollout, parameters);
        }
        if let Some(critic) = &self.networks.critic {
            let layers = layers(critic, parameters);
            let finals: Vec<f32> = rollout.final_obs[ended_before..]
                .iter()
                .flat_map(|(_, state)| *state)
                .collect();
            if !finals.is_empty() {
                rollout
                    .final_values
                    .extend_from_slice(self.critic.forward(layers, &finals));
            }
            let obs: &[f32] = self.worlds.obs().as_flattened();
            rollout.next_value.clear();
            rollout
                .next_value
                .extend_from_slice(self.critic.forward(layers, obs));
        }
    }

    fn step(&mut self, rollout: &mut Rollout, parameters: &[f32]) {
        self.obs.clear();
        self.obs.extend_from_slice(self.worlds.obs().as_flattened());
        rollout.obs.extend_from_slice(&self.obs);
        if let Some(critic) = &self.networks.critic {
            let values = self.critic.forward(layers(critic, parameters), &self.obs);
            rollout.values.extend_from_slice(values);
        }
        let logits = self
            .actor
            .forward(layers(&self.networks.actor, parameters), &self.obs);
        for (world, logits) in logits.chunks(NUM_ACTIONS).enumerate() {
            let [draw, _] = self.draws.uniforms([world as u32, self.next_step]);
            let (action, log_prob) = sample(logits, draw);
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
        }
        rollout.num_steps += 1;
        self.next_step = self.next_step.wrapping_add(1);
    }
}

fn layers<'a>(mlp: &'a Mlp, parameters: &'a [f32]) -> Layers<'a> {
    debug_assert_eq!(
        mlp.sizes[0], OBS_SIZE,
        "the network takes CartPole's observation"
    );
    Layers {
        sizes: &mlp.sizes,
        tanh: mlp.activation == Activation::Tanh,
        parameters: &parameters[mlp.offset..mlp.offset + mlp.num_parameters()],
    }
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
    use super::sample;

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
