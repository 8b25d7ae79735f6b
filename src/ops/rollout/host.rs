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
    use std::f32::consts::TAU;

    use super::{ActionChoice, Policy, Steps, greedy, sample};
    use crate::config::options::Activation;
    use crate::ops::mlp::Mlp;
    use crate::random::{Purpose, Stream};

    #[track_caller]
    fn assert_close(found: &[f32], expected: &[f32]) {
        let is_close = |(found, expected): (&f32, &f32)| (found - expected).abs() < 1e-5;
        let all = found.len() == expected.len() && found.iter().zip(expected).all(is_close);
        assert!(all, "{found:?}, by hand {expected:?}");
    }

    /// A policy without hidden layers, so that its means are sums that can be done by hand.
    #[test]
    fn each_number_of_an_action_has_a_mean_a_deviation_and_a_draw_of_its_own() {
        let actor = Mlp {
            sizes: vec![2, 3],
            activation: Activation::Tanh,
            offset: 0,
        };
        let log_stds = [0.0_f32, -1.0, 0.5];
        let weights = [1.0_f32, 2.0, 3.0, 0.5, -0.5, 0.0];
        let biases = [0.1_f32, 0.2, 0.3];
        let parameters = [&weights[..], &biases, &log_stds].concat();
        let policy = Policy::new(&actor, 3, &parameters);
        let obs = [1.0, 2.0, -1.0, 0.0];
        let means = [[2.1_f32, 1.2, 3.3], [-0.9, -1.8, -2.7]];
        // At the means: -Σ ln σ - 3 ln √(2π).
        let densest = 0.5 - 1.5 * TAU.ln();

        let mut steps = Steps::new(ActionChoice::Greedy, 5);
        let chosen = steps.choose(&policy, &obs, (7, 11));
        assert_close(&chosen.controls, &means.concat());
        assert_close(&chosen.log_prob, &[densest; 2]);
        assert_eq!(chosen.actions, [0, 0]);

        let draws = Stream::new(5, Purpose::Action);
        let mut steps = Steps::new(ActionChoice::Sampled, 5);
        let chosen = steps.choose(&policy, &obs, (7, 11));
        assert_eq!((chosen.controls.len(), chosen.log_prob.len()), (6, 2));
        for (row, world) in [7, 8].into_iter().enumerate() {
            // Each counter has two normal numbers, and the step 11 has the counters 22 and 23.
            let [[one, two], [three, _]] = [22, 23].map(|counter| draws.normals([world, counter]));
            let normals = [one, two, three].map(|normal| normal as f32);
            let numbers: Vec<f32> = (0..3)
                .map(|number| means[row][number] + log_stds[number].exp() * normals[number])
                .collect();
            assert_close(&chosen.controls[row * 3..][..3], &numbers);
            let squares: f32 = normals.iter().map(|normal| normal * normal).sum();
            assert_close(&chosen.log_prob[row..][..1], &[densest - 0.5 * squares]);
        }
    }

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
