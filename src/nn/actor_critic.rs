//! The networks of a run: an actor and, if the advantage needs one, a critic.

use std::ops::Range;

use super::init::{orthogonal, uniform_fan_in};
use super::{Activation, Mlp};
use crate::random::{Purpose, Stream};

/// Actor and critic over one flat parameter vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Networks {
    /// Maps an observation to logits or, for continuous actions, to means.
    pub actor: Mlp,
    /// Logarithms of standard deviations, one for each number of a continuous action; they follow
    /// the actor's weights. 0 for discrete actions.
    pub num_log_stds: usize,
    /// Maps an observation to its value; `None` without a critic.
    pub critic: Option<Mlp>,
}

/// The distribution of the initial weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Init {
    /// PyTorch's default: weights and biases uniform in ±1/√inputs.
    UniformFanIn,
    /// Orthogonal with gain √2 and bias 0. The last layer's gain is 0.01 for the actor, so that its
    /// first policy is almost uniform, and 1 for the critic (details 2 and 13 of "The 37
    /// Implementation Details of PPO").
    Orthogonal,
}

impl Networks {
    /// Returns an actor from `obs_size` numbers to `num_actions` logits and, if `has_critic`, a
    /// separate critic with the same hidden layers.
    pub fn new(
        (obs_size, num_actions): (usize, usize),
        hidden_sizes: &[usize],
        activation: Activation,
        has_critic: bool,
    ) -> Self {
        let mlp = |outputs: usize, offset: usize| {
            let sizes = [&[obs_size], hidden_sizes, &[outputs]].concat();
            Mlp {
                sizes,
                activation,
                offset,
            }
        };
        let actor = mlp(num_actions, 0);
        let critic = has_critic.then(|| mlp(1, actor.num_parameters()));
        Self {
            actor,
            num_log_stds: 0,
            critic,
        }
    }

    /// Returns the networks for continuous actions: the actor's outputs are means.
    pub fn gaussian(mut self) -> Self {
        self.num_log_stds = self.actor.num_outputs();
        if let Some(critic) = &mut self.critic {
            critic.offset = self.actor.end() + self.num_log_stds;
        }
        self
    }

    /// Returns the places of the logarithms of standard deviations among the parameters; none for
    /// discrete actions.
    pub fn log_stds(&self) -> Range<usize> {
        let start = self.actor.end();
        start..start + self.num_log_stds
    }

    /// Iterates over the actor and the critic, if there is one.
    pub fn all(&self) -> impl Iterator<Item = &Mlp> {
        [Some(&self.actor), self.critic.as_ref()]
            .into_iter()
            .flatten()
    }

    /// Returns the number of trainable parameters.
    pub fn num_parameters(&self) -> usize {
        self.all().map(Mlp::num_parameters).sum::<usize>() + self.num_log_stds
    }

    /// Returns the initial parameters for `seed`. A standard deviation begins at 1.
    pub fn initial_parameters(&self, seed: u32, init: Init) -> Vec<f32> {
        let stream = Stream::new(seed, Purpose::Parameters);
        let mut parameters = Vec::with_capacity(self.num_parameters());
        let mut counter = 0;
        let heads = [(Some(&self.actor), 0.01), (self.critic.as_ref(), 1.0)];
        for (mlp, last_gain) in heads
            .into_iter()
            .filter_map(|(mlp, gain)| Some((mlp?, gain)))
        {
            let last = mlp.sizes.len() - 2;
            for (index, (inputs, outputs)) in mlp.layers().enumerate() {
                match init {
                    Init::UniformFanIn => {
                        parameters.extend(uniform_fan_in(&stream, counter, inputs, outputs));
                    }
                    Init::Orthogonal => {
                        let gain = if index == last {
                            last_gain
                        } else {
                            std::f64::consts::SQRT_2
                        };
                        parameters.extend(orthogonal(&stream, counter, inputs, outputs, gain));
                        parameters.extend(std::iter::repeat_n(0.0, outputs));
                    }
                }
                counter += 1;
            }
            if parameters.len() == self.log_stds().start {
                parameters.extend(std::iter::repeat_n(0.0, self.num_log_stds));
            }
        }
        parameters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_of_the_course_have_the_courses_sizes() {
        let size = |hidden: &[usize], has_critic| {
            Networks::new((4, 2), hidden, Activation::Relu, has_critic).num_parameters()
        };
        assert_eq!(size(&[120, 84], false), 10_934);
        assert_eq!(size(&[64, 64], true), 9_155);
        assert_eq!(size(&[128], true), 2 * (5 * 128) + 129 * 3);
    }

    #[test]
    fn no_two_layers_begin_with_the_same_numbers() {
        let networks = Networks::new((4, 2), &[4, 4, 4], Activation::Tanh, true);
        for init in [Init::Orthogonal, Init::UniformFanIn] {
            let parameters = networks.initial_parameters(1, init);
            // The first weight of each layer of 4 by 4, which both networks have three of.
            let layers = [0, 20, 40, 70, 90, 110];
            let mut first = layers.map(|start| parameters[start..start + 16].to_vec());
            first.sort_by(|a, b| a[0].total_cmp(&b[0]));
            assert!(first.windows(2).all(|two| two[0] != two[1]), "{init:?}");
        }
        // They are numbered through both networks.
        let parameters = networks.initial_parameters(1, Init::UniformFanIn);
        let stream = Stream::new(1, Purpose::Parameters);
        for (number, start) in [(1, 20), (4, 70)] {
            let alone = uniform_fan_in(&stream, number, 4, 4);
            assert_eq!(parameters[start..start + 20], alone);
        }
    }

    #[test]
    fn standard_deviations_lie_between_actor_and_critic_and_begin_at_one() {
        let networks = Networks::new((3, 2), &[4], Activation::Tanh, true).gaussian();
        let actor = 4 * 4 + 5 * 2;
        assert_eq!(networks.log_stds(), actor..actor + 2);
        assert_eq!(networks.num_parameters(), actor + 2 + 4 * 4 + 5);
        let with = networks.initial_parameters(1, Init::UniformFanIn);
        let without = Networks::new((3, 2), &[4], Activation::Tanh, true)
            .initial_parameters(1, Init::UniformFanIn);
        let (before, after) = without.split_at(actor);
        assert_eq!(with, [before, &[0.0, 0.0], after].concat());
    }

    #[test]
    fn ppo_starts_orthogonal_with_small_last_actor_layer() {
        let networks = Networks::new((4, 2), &[64, 64], Activation::Tanh, true);
        let parameters = networks.initial_parameters(1, Init::Orthogonal);
        let first: Vec<&[f32]> = parameters[..4 * 64].chunks(64).collect();
        for (i, a) in first.iter().enumerate() {
            for (j, b) in first.iter().enumerate() {
                let dot: f32 = a.iter().zip(*b).map(|(a, b)| a * b).sum();
                let expected = if i == j { 2.0 } else { 0.0 };
                assert!((dot - expected).abs() < 1e-5, "rows {i} and {j}: {dot}");
            }
        }
        let last = &parameters[4 * 64 + 64 + 64 * 64 + 64..][..128];
        let norm: f32 = last.iter().map(|w| w * w).sum::<f32>().sqrt();
        assert!((norm - 0.01 * 2.0_f32.sqrt()).abs() < 1e-6, "norm {norm}");
    }
}
