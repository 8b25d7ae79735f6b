//! The steps of a rollout on the host.

use super::{ActionChoice, Recorded};
use crate::envs::Worlds;
use crate::ops::mlp::host::{Packed, Scratch};
use crate::random::{Purpose, Stream};

/// Takes steps with a policy. Buffers are kept between steps so that none allocates.
#[derive(Clone, Debug)]
pub struct Steps {
    /// The way to choose actions.
    pub choice: ActionChoice,
    draws: Stream,
    scratch: Scratch,
    obs: Vec<f32>,
    logits: Vec<f32>,
    actions: Vec<u32>,
}

impl Steps {
    /// Returns the steps of a run with this seed. Sampled actions depend on (seed, environment,
    /// step) alone.
    pub fn new(choice: ActionChoice, seed: u32) -> Self {
        Self {
            choice,
            draws: Stream::new(seed, Purpose::Action),
            scratch: Scratch::default(),
            obs: Vec::new(),
            logits: Vec::new(),
            actions: Vec::new(),
        }
    }

    /// Moves every environment by one step and appends it to `recorded`. `step` counts steps from
    /// the run's start.
    pub fn take(
        &mut self,
        worlds: &mut Worlds,
        policy: &Packed,
        step: u32,
        recorded: &mut Recorded,
    ) {
        let start = recorded.states.len();
        worlds.append_states(&mut recorded.states);
        self.obs.clear();
        worlds.observe(&recorded.states[start..], &mut self.obs);
        self.logits.clear();
        policy.forward(&self.obs, &mut self.scratch, None, &mut self.logits);
        let num_actions = self.logits.len() / worlds.num_envs();
        self.actions.clear();
        for (world, logits) in self.logits.chunks(num_actions).enumerate() {
            let number = (worlds.first() + world) as u32;
            let (action, log_prob) = match self.choice {
                ActionChoice::Sampled => sample(logits, self.draws.uniforms([number, step])[0]),
                ActionChoice::Greedy => greedy(logits),
            };
            self.actions.push(action);
            recorded.log_prob.push(log_prob);
        }
        let actions = &self.actions;
        worlds.step_all(actions, |world, step| recorded.push(actions[world], &step));
    }
}

/// Returns the likeliest action, the first of equals, and its log-probability.
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

/// Samples an action by inverting the cumulative distribution at `draw`. Returns it with its
/// log-probability.
pub fn sample(logits: &[f32], draw: f32) -> (u32, f32) {
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
        assert_eq!(greedy(&[0.5, 0.5]).0, 0);
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
        // A draw of exactly a half is the first of the second half.
        assert_eq!(sample(&[0.0, 0.0], 0.5).0, 1);
    }
}
