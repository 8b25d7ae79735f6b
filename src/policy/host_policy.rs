//! A policy that the page evaluates itself, to draw the units of its networks for one observation
//! or what it does over many. Plain numbers: this runs beside the view, where there are no tensors
//! and no `nn`.

use crate::config::{Activation, TrainConfig};
use crate::protocol::Frame;

/// Networks and their parameters, in the layout of `nn`: the actor first, and for each layer its
/// weights, row-major `[inputs, outputs]`, then its biases; then the logarithms of standard
/// deviations, if actions are continuous; then the critic.
#[derive(Clone, Debug, PartialEq)]
pub struct HostPolicy {
    actor: Vec<usize>,
    /// Logarithms of standard deviations; 0 if actions are discrete.
    num_log_stds: usize,
    critic: Option<Vec<usize>>,
    activation: Activation,
    parameters: Vec<f32>,
}

/// The values of a network's units for one observation, layer by layer: first the observation
/// itself, last the outputs.
pub type Units = Vec<Vec<f32>>;

impl HostPolicy {
    /// Creates the networks that steered the carts of `frame` in a run of `config`. Returns `None`
    /// if the number of parameters does not match the configuration.
    pub fn new(config: &TrainConfig, frame: &Frame) -> Option<Self> {
        let sizes = |outputs: usize| {
            let obs_size = config.env_id.obs_size();
            [&[obs_size], config.hidden_sizes.as_slice(), &[outputs]].concat()
        };
        let policy = Self {
            actor: sizes(config.env_id.num_outputs()),
            num_log_stds: config.env_id.controls().len(),
            critic: config.has_critic().then(|| sizes(1)),
            activation: config.activation,
            parameters: frame.parameters.clone(),
        };
        let count = policy.critic_start() + policy.critic.as_deref().map_or(0, count);
        (count == policy.parameters.len()).then_some(policy)
    }

    /// Returns the actor's units; its outputs are logits or, if actions are continuous, means.
    ///
    /// # Shapes
    /// - `obs`: `[obs_size]`
    pub fn actor(&self, obs: &[f32]) -> Units {
        self.units(&self.actor, 0, obs)
    }

    /// Returns the critic's units, or `None` without a critic; its output is the value.
    ///
    /// # Shapes
    /// - `obs`: `[obs_size]`
    pub fn critic(&self, obs: &[f32]) -> Option<Units> {
        let critic = self.critic.as_ref()?;
        Some(self.units(critic, self.critic_start(), obs))
    }

    /// Returns the probability of each action, the softmax of the actor's outputs; `None` if
    /// actions are continuous.
    ///
    /// # Shapes
    /// - `obs`: `[obs_size]`
    pub fn probabilities(&self, obs: &[f32]) -> Option<Vec<f32>> {
        (self.num_log_stds == 0).then(|| softmax(self.actor(obs).last().map_or(&[], Vec::as_slice)))
    }

    /// Returns the standard deviation of each number of a continuous action, the same for every
    /// observation; none if actions are discrete. The means are the outputs of
    /// [`HostPolicy::actor`].
    pub fn standard_deviations(&self) -> Vec<f32> {
        let start = count(&self.actor);
        let log_stds = &self.parameters[start..start + self.num_log_stds];
        log_stds.iter().map(|log_std| log_std.exp()).collect()
    }

    /// Returns where the critic's parameters begin.
    fn critic_start(&self) -> usize {
        count(&self.actor) + self.num_log_stds
    }

    fn units(&self, sizes: &[usize], offset: usize, obs: &[f32]) -> Units {
        let mut rest = &self.parameters[offset..];
        let mut all = vec![obs.to_vec()];
        let last = sizes.len().saturating_sub(2);
        for (index, (inputs, outputs)) in layers(sizes).enumerate() {
            let (weights, after) = rest.split_at(inputs * outputs);
            let (biases, after) = after.split_at(outputs);
            rest = after;
            let mut units = biases.to_vec();
            for (input, row) in all[index].iter().zip(weights.chunks_exact(outputs)) {
                for (unit, weight) in units.iter_mut().zip(row) {
                    *unit += input * weight;
                }
            }
            if index < last {
                for unit in &mut units {
                    *unit = match self.activation {
                        Activation::Relu => unit.max(0.0),
                        Activation::Tanh => unit.tanh(),
                    };
                }
            }
            all.push(units);
        }
        all
    }
}

/// Returns the inputs and outputs of each layer.
fn layers(sizes: &[usize]) -> impl Iterator<Item = (usize, usize)> + '_ {
    sizes.windows(2).map(|pair| (pair[0], pair[1]))
}

/// Returns the number of weights and biases.
fn count(sizes: &[usize]) -> usize {
    layers(sizes)
        .map(|(inputs, outputs)| (inputs + 1) * outputs)
        .sum()
}

/// Returns `exp(z_i) / sum_j exp(z_j)`. The largest logit is subtracted first so that nothing
/// overflows.
pub fn softmax(logits: &[f32]) -> Vec<f32> {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = logits.iter().map(|z| (z - largest).exp()).collect();
    let sum: f32 = powers.iter().sum();
    powers.iter().map(|power| power / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::EnvId;
    use crate::config::presets::PRESETS;

    #[test]
    fn networks_of_another_run_make_no_policy() {
        let config = (PRESETS[0].config)();
        assert!(HostPolicy::new(&config, &Frame::default()).is_none());
    }

    /// The odds of e to 1, and of logits whose powers alone would be infinite.
    #[test]
    fn probabilities_follow_from_the_difference_of_the_logits() {
        for logits in [[1.0, 0.0], [1_001.0, 1_000.0], [-999.0, -1_000.0]] {
            let odds = softmax(&logits);
            assert!((odds[0] - 0.731_058_6).abs() < 1e-6, "{odds:?}");
            assert!((odds[0] + odds[1] - 1.0).abs() < 1e-6, "{odds:?}");
        }
    }

    fn of(config: &TrainConfig, parameters: Vec<f32>) -> HostPolicy {
        let frame = Frame {
            parameters,
            ..Frame::default()
        };
        HostPolicy::new(config, &frame).expect("networks of this run")
    }

    #[test]
    fn a_policy_of_zeros_takes_each_action_as_often() {
        let config = (PRESETS[0].config)();
        let (inputs, hidden) = (config.env_id.obs_size(), &config.hidden_sizes);
        let sizes = |outputs: usize| [&[inputs], &hidden[..], &[outputs]].concat();
        let critic = if config.has_critic() {
            count(&sizes(1))
        } else {
            0
        };
        let parameters = vec![0.0; count(&sizes(config.env_id.num_actions())) + critic];
        let policy = of(&config, parameters);
        let odds = policy.probabilities(&[0.1, -0.2, 0.3, -0.4]);
        assert_eq!(odds, Some(vec![0.5, 0.5]));
        assert!(policy.standard_deviations().is_empty());
    }

    /// Without hidden layers: three weights and a bias of the actor, the logarithm of the
    /// deviation, three weights and a bias of the critic.
    #[test]
    fn a_policy_of_continuous_actions_has_means_and_deviations() {
        let config = TrainConfig {
            env_id: EnvId::Pendulum,
            hidden_sizes: Vec::new(),
            ..(PRESETS[0].config)()
        };
        let [actor, critic] = [[2.0, -1.0, 0.5, 0.125], [1.0, 0.0, -1.0, 0.25]];
        let policy = of(&config, [&actor[..], &[2.0_f32.ln()], &critic].concat());
        let obs = [0.5, 1.0, 4.0];
        assert_eq!(policy.actor(&obs).last(), Some(&vec![2.125]));
        assert_eq!(policy.probabilities(&obs), None);
        let deviations = policy.standard_deviations();
        assert_eq!(deviations.len(), 1);
        assert!((deviations[0] - 2.0).abs() < 1e-6, "{deviations:?}");
        let units = policy.critic(&obs).expect("a critic");
        assert_eq!(units.last(), Some(&vec![-3.25]));
    }
}
