//! The steps of a rollout on the host.

use super::{ActionChoice, Recorded};
use crate::envs::spec::MAX_CONTROLS;
use crate::envs::{Actions, Worlds};
use crate::ops::gaussian;
use crate::ops::mlp::Mlp;
use crate::ops::mlp::host::{Packed, Scratch};
use crate::random::{Purpose, Stream};

/// A policy that acts on the host.
#[derive(Clone, Debug)]
pub struct Policy {
    network: Packed,
    num_outputs: usize,
    /// Logarithms of standard deviations; none for discrete actions.
    log_stds: Vec<f32>,
}

impl Policy {
    /// Returns an actor with its part of all `parameters` of a run: its weights, and the logarithms
    /// of standard deviations that follow them, as many as a continuous action has numbers.
    pub fn new(actor: &Mlp, num_log_stds: usize, parameters: &[f32]) -> Self {
        Self {
            network: Packed::new(actor, parameters),
            num_outputs: actor.num_outputs(),
            log_stds: parameters[actor.end()..][..num_log_stds].to_vec(),
        }
    }
}

/// The actions that a policy chose for some environments. Only one kind is there.
#[derive(Clone, Debug, Default)]
pub struct ChosenActions {
    /// The number of each one's action, 0 for a continuous one.
    pub actions: Vec<u32>,
    /// The numbers of each one's continuous action: `[num_envs, num_controls]`.
    pub controls: Vec<f32>,
    /// The log-probabilities.
    pub log_prob: Vec<f32>,
}

impl ChosenActions {
    /// Returns the actions as environments take them.
    pub fn actions(&self) -> Actions<'_> {
        match self.controls.is_empty() {
            true => Actions::Discrete(&self.actions),
            false => Actions::Continuous(&self.controls),
        }
    }

    fn clear(&mut self) {
        self.actions.clear();
        self.controls.clear();
        self.log_prob.clear();
    }
}

/// Takes steps with a policy. Buffers are kept between steps so that none allocates.
#[derive(Clone, Debug)]
pub struct Steps {
    /// The way to choose actions.
    pub choice: ActionChoice,
    draws: Stream,
    scratch: Scratch,
    obs: Vec<f32>,
    outputs: Vec<f32>,
    chosen: ChosenActions,
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
            outputs: Vec::new(),
            chosen: ChosenActions::default(),
        }
    }

    /// Moves every environment by one step and appends it to `recorded`. `step` counts steps from
    /// the run's start.
    pub fn take(
        &mut self,
        worlds: &mut Worlds,
        policy: &Policy,
        step: u32,
        recorded: &mut Recorded,
    ) {
        let start = recorded.states.len();
        worlds.append_states(&mut recorded.states);
        let mut obs = std::mem::take(&mut self.obs);
        obs.clear();
        worlds.observe(&recorded.states[start..], &mut obs);
        self.choose(policy, &obs, (worlds.first() as u32, step));
        self.obs = obs;
        let ChosenActions {
            actions,
            controls,
            log_prob,
        } = &self.chosen;
        recorded.controls.extend_from_slice(controls);
        recorded.log_prob.extend_from_slice(log_prob);
        worlds.step_all(self.chosen.actions(), |world, step| {
            recorded.push(actions[world], &step);
        });
    }

    /// Chooses an action for each environment, from number `first` on, by what the policy sees of
    /// them: `[num_envs, obs_size]`.
    pub fn choose(
        &mut self,
        policy: &Policy,
        obs: &[f32],
        (first, step): (u32, u32),
    ) -> &ChosenActions {
        let Self {
            choice,
            draws,
            scratch,
            outputs,
            chosen,
            ..
        } = self;
        outputs.clear();
        chosen.clear();
        (policy.network).forward(obs, scratch, None, outputs);
        for (number, outputs) in (first..).zip(outputs.chunks(policy.num_outputs)) {
            if !policy.log_stds.is_empty() {
                let normals = match choice {
                    ActionChoice::Sampled => draws.normals_at([number, step]),
                    ActionChoice::Greedy => [0.0; MAX_CONTROLS],
                };
                let start = chosen.controls.len();
                let drawn = gaussian::sample(outputs, &policy.log_stds, &normals);
                chosen.controls.extend(drawn);
                let action = &chosen.controls[start..];
                let log_prob = gaussian::log_prob_row(outputs, &policy.log_stds, action);
                chosen.log_prob.push(log_prob);
                chosen.actions.push(0);
                continue;
            }
            let (action, log_prob) = match choice {
                ActionChoice::Sampled => sample(outputs, draws.uniforms([number, step])[0]),
                ActionChoice::Greedy => greedy(outputs),
            };
            chosen.actions.push(action);
            chosen.log_prob.push(log_prob);
        }
        chosen
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
