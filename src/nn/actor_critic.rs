//! The networks of a run: an actor, and for PPO a critic beside it.

use super::init::{orthogonal, uniform_fan_in};
use super::{Activation, Mlp};
use crate::random::{Purpose, Stream};

/// Actor and critic over one flat parameter vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Networks {
    /// Observation to logits.
    pub actor: Mlp,
    /// Observation to value, where there is one.
    pub critic: Option<Mlp>,
}

impl Networks {
    /// The VPG day's policy: 120 and 84 hidden ReLU units.
    pub fn vpg(obs_size: usize, num_actions: usize) -> Self {
        Self {
            actor: Mlp {
                sizes: vec![obs_size, 120, 84, num_actions],
                activation: Activation::Relu,
                offset: 0,
            },
            critic: None,
        }
    }

    /// PPO's actor and critic: two separate networks of 64 and 64 tanh units (details 2 and 13 of "The 37
    /// Implementation Details of PPO").
    pub fn ppo(obs_size: usize, num_actions: usize) -> Self {
        let actor = Mlp {
            sizes: vec![obs_size, 64, 64, num_actions],
            activation: Activation::Tanh,
            offset: 0,
        };
        let critic = Mlp {
            sizes: vec![obs_size, 64, 64, 1],
            activation: Activation::Tanh,
            offset: actor.num_parameters(),
        };
        Self {
            actor,
            critic: Some(critic),
        }
    }

    /// Trainable numbers.
    pub fn num_parameters(&self) -> usize {
        self.actor.num_parameters() + self.critic.as_ref().map_or(0, Mlp::num_parameters)
    }

    /// First parameters under `seed`.
    ///
    /// Without a critic every layer is PyTorch's default. With one, layers are orthogonal with gain √2 and bias 0;
    /// the last layer's gain is 0.01 for the actor, so that it starts undecided, and 1 for the critic.
    pub fn initial_parameters(&self, seed: u32) -> Vec<f32> {
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
                if self.critic.is_some() {
                    let gain = if index == last {
                        last_gain
                    } else {
                        std::f64::consts::SQRT_2
                    };
                    parameters.extend(orthogonal(&stream, counter, inputs, outputs, gain));
                    parameters.extend(std::iter::repeat_n(0.0, outputs));
                } else {
                    parameters.extend(uniform_fan_in(&stream, counter, inputs, outputs));
                }
                counter += 1;
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
        assert_eq!(Networks::vpg(4, 2).num_parameters(), 10_934);
        assert_eq!(Networks::ppo(4, 2).num_parameters(), 9_155);
    }

    #[test]
    fn ppo_starts_orthogonal_with_small_last_actor_layer() {
        let networks = Networks::ppo(4, 2);
        let parameters = networks.initial_parameters(1);
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
