//! The layers of a configuration's networks, in the order of the flat parameters.

use crate::config::TrainConfig;

/// One linear layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedLayer {
    /// The name of its module, such as `actor.2`.
    pub name: String,
    /// Number of inputs.
    pub inputs: usize,
    /// Number of outputs.
    pub outputs: usize,
}

impl SavedLayer {
    /// Returns the name of its weights.
    pub fn weight(&self) -> String {
        format!("{}.weight", self.name)
    }

    /// Returns the name of its biases.
    pub fn bias(&self) -> String {
        format!("{}.bias", self.name)
    }

    /// Returns the number of its parameters.
    pub fn count(&self) -> usize {
        (self.inputs + 1) * self.outputs
    }
}

/// Returns all layers of a configuration's networks, the actor's first.
pub fn layers(config: &TrainConfig) -> Vec<SavedLayer> {
    let of = |network: &str, outputs: usize| {
        let obs_size = config.env_id.obs_size();
        let sizes = [&[obs_size], config.hidden_sizes.as_slice(), &[outputs]].concat();
        let pairs = sizes.windows(2).enumerate();
        let layers = pairs.map(|(index, pair)| SavedLayer {
            // Every second module is an activation.
            name: format!("{network}.{}", 2 * index),
            inputs: pair[0],
            outputs: pair[1],
        });
        layers.collect::<Vec<_>>()
    };
    let mut all = of("actor", config.env_id.num_actions());
    if config.has_critic() {
        all.extend(of("critic", 1));
    }
    all
}

/// Returns the transpose: `[rows, columns]`, row-major, to `[columns, rows]`.
pub fn transposed(numbers: &[f32], columns: usize) -> Vec<f32> {
    let column = |column| numbers.iter().skip(column).step_by(columns);
    (0..columns).flat_map(column).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Algorithm;
    use crate::config::presets::Preset;

    #[test]
    fn activations_count_as_modules() {
        let config = TrainConfig {
            hidden_sizes: vec![3, 5],
            ..(Preset::first_for(Algorithm::Ppo).config)()
        };
        let found: Vec<_> = layers(&config)
            .into_iter()
            .map(|layer| (layer.weight(), layer.inputs, layer.outputs))
            .collect();
        let expected = [
            ("actor.0.weight", 4, 3),
            ("actor.2.weight", 3, 5),
            ("actor.4.weight", 5, 2),
            ("critic.0.weight", 4, 3),
            ("critic.2.weight", 3, 5),
            ("critic.4.weight", 5, 1),
        ];
        let expected = expected.map(|(name, inputs, outputs)| (name.to_owned(), inputs, outputs));
        assert_eq!(found, expected);
    }

    #[test]
    fn rows_become_columns() {
        let found = transposed(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 3);
        assert_eq!(found, [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
        assert!(transposed(&[], 3).is_empty());
    }
}
