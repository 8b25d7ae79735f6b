//! A policy that the page evaluates itself, to draw the units of its networks for one observation
//! or its probabilities over many. Plain numbers: this runs beside the view, where there are no
//! tensors and no `nn`.

use crate::config::{Activation, TrainConfig};
use crate::protocol::Frame;

/// Networks and their parameters, in the layout of `nn`: the actor first, and for each layer its
/// weights, row-major `[inputs, outputs]`, then its biases.
#[derive(Clone, Debug, PartialEq)]
pub struct HostPolicy {
    actor: Vec<usize>,
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
            actor: sizes(config.env_id.num_actions()),
            critic: config.has_critic().then(|| sizes(1)),
            activation: config.activation,
            parameters: frame.parameters.clone(),
        };
        let count = count(&policy.actor) + policy.critic.as_deref().map_or(0, count);
        (count == policy.parameters.len()).then_some(policy)
    }

    /// Returns the actor's units; its outputs are logits.
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
        Some(self.units(critic, count(&self.actor), obs))
    }

    /// Returns the probability of each action: the softmax of the actor's outputs.
    ///
    /// # Shapes
    /// - `obs`: `[obs_size]`
    pub fn probabilities(&self, obs: &[f32]) -> Vec<f32> {
        softmax(self.actor(obs).last().map_or(&[], Vec::as_slice))
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
        let frame = Frame {
            parameters: vec![0.0; count(&sizes(config.env_id.num_actions())) + critic],
            ..Frame::default()
        };
        let policy = HostPolicy::new(&config, &frame).expect("networks of this run");
        assert_eq!(policy.probabilities(&[0.1, -0.2, 0.3, -0.4]), [0.5, 0.5]);
    }
}
