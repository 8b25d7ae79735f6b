//! The tensors of a configuration's networks, in the order of the flat parameters.

use crate::config::TrainConfig;

/// The name of the logarithms of standard deviations. They are a parameter of their own beside the
/// actor, so they are named as an agent's `state_dict` names an attribute `log_std`, and the
/// tensors `actor.*` remain those of a plain `nn.Sequential`.
pub const LOG_STD: &str = "log_std";

/// One tensor of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedTensor {
    /// Its name, such as `actor.2.weight`.
    pub name: String,
    /// Its shape in the file. That of weights is `[outputs, inputs]`.
    pub shape: Vec<usize>,
    /// The places in `shape` of the sizes that the environment decides. Biases have none: the
    /// weights before them have the same outputs, and are refused first.
    env_sizes: Vec<usize>,
}

impl SavedTensor {
    /// Returns how many numbers it has.
    pub fn count(&self) -> usize {
        self.shape.iter().product()
    }

    /// Returns true if it has another size in a file than here where the environment decides.
    pub fn is_of_another_env(&self, found: &[usize]) -> bool {
        let mut places = self.env_sizes.iter();
        places.any(|at| found.get(*at) != self.shape.get(*at))
    }

    /// Returns flat parameters as the file has them: of weights, each row is one output.
    pub fn for_file(&self, parameters: &[f32]) -> Vec<f32> {
        match self.shape.as_slice() {
            [outputs, _] => transposed(parameters, *outputs),
            _ => parameters.to_vec(),
        }
    }

    /// Returns the file's numbers as flat parameters: of weights, each row is one input.
    pub fn for_run(&self, numbers: &[f32]) -> Vec<f32> {
        match self.shape.as_slice() {
            [_, inputs] => transposed(numbers, *inputs),
            _ => numbers.to_vec(),
        }
    }
}

/// Returns all tensors of a configuration's networks: the actor's, [`LOG_STD`] if actions are
/// continuous, and the critic's if there is one.
pub fn layout(config: &TrainConfig) -> Vec<SavedTensor> {
    let id = config.env_id;
    of_sizes(config, id.num_outputs(), id.controls().len())
}

/// Returns [`layout()`] of networks whose actor has so many outputs. A continuous action has
/// `num_controls` numbers; 0 stands for discrete actions.
fn of_sizes(config: &TrainConfig, num_outputs: usize, num_controls: usize) -> Vec<SavedTensor> {
    let mut all = network("actor", config, num_outputs, true);
    if num_controls > 0 {
        all.push(SavedTensor {
            name: LOG_STD.to_owned(),
            shape: vec![num_controls],
            env_sizes: vec![0],
        });
    }
    if config.has_critic() {
        all.extend(network("critic", config, 1, false));
    }
    all
}

/// Returns the tensors of one network, layer by layer. `acts` says whether the environment decides
/// the number of its outputs.
fn network(name: &str, config: &TrainConfig, outputs: usize, acts: bool) -> Vec<SavedTensor> {
    let obs_size = config.env_id.obs_size();
    let sizes = [&[obs_size], config.hidden_sizes.as_slice(), &[outputs]].concat();
    let last = sizes.len() - 2;
    let layers = sizes.windows(2).enumerate().flat_map(|(index, pair)| {
        let (inputs, outputs) = (pair[0], pair[1]);
        // Every second module is an activation.
        let of = |kind: &str| format!("{name}.{}.{kind}", 2 * index);
        let by_env = [(0, acts && index == last), (1, index == 0)];
        let env_sizes = by_env.into_iter().filter_map(|(at, is)| is.then_some(at));
        let weights = SavedTensor {
            name: of("weight"),
            shape: vec![outputs, inputs],
            env_sizes: env_sizes.collect(),
        };
        let biases = SavedTensor {
            name: of("bias"),
            shape: vec![outputs],
            env_sizes: Vec::new(),
        };
        [weights, biases]
    });
    layers.collect()
}

/// Returns the transpose: `[rows, columns]`, row-major, to `[columns, rows]`.
fn transposed(numbers: &[f32], columns: usize) -> Vec<f32> {
    let column = |column| numbers.iter().skip(column).step_by(columns);
    (0..columns).flat_map(column).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::presets::Preset;
    use crate::config::{Algorithm, EnvId};

    fn in_env(env_id: EnvId) -> TrainConfig {
        TrainConfig {
            env_id,
            hidden_sizes: vec![3, 5],
            ..(Preset::first_for(Algorithm::Ppo).config)()
        }
    }

    fn named(all: Vec<SavedTensor>) -> Vec<(String, Vec<usize>)> {
        let all = all.into_iter();
        all.map(|tensor| (tensor.name, tensor.shape)).collect()
    }

    #[test]
    fn activations_count_as_modules() {
        let expected: [(&str, &[usize]); 12] = [
            ("actor.0.weight", &[3, 4]),
            ("actor.0.bias", &[3]),
            ("actor.2.weight", &[5, 3]),
            ("actor.2.bias", &[5]),
            ("actor.4.weight", &[2, 5]),
            ("actor.4.bias", &[2]),
            ("critic.0.weight", &[3, 4]),
            ("critic.0.bias", &[3]),
            ("critic.2.weight", &[5, 3]),
            ("critic.2.bias", &[5]),
            ("critic.4.weight", &[1, 5]),
            ("critic.4.bias", &[1]),
        ];
        let expected = expected.map(|(name, shape)| (name.to_owned(), shape.to_vec()));
        assert_eq!(named(layout(&in_env(EnvId::Cartpole))), expected);
    }

    /// As `Networks::log_stds` places them.
    #[test]
    fn deviations_stand_between_actor_and_critic() {
        let found = named(layout(&in_env(EnvId::Pendulum)));
        assert_eq!(found[4], ("actor.4.weight".to_owned(), vec![1, 5]));
        assert_eq!(found[6], (LOG_STD.to_owned(), vec![1]));
        assert_eq!(found[7], ("critic.0.weight".to_owned(), vec![3, 3]));
        assert_eq!(found.len(), 13);
    }

    #[test]
    fn an_action_of_several_numbers_has_as_many_means_and_deviations() {
        for count in [2, 3] {
            let all = of_sizes(&in_env(EnvId::Pendulum), count, count);
            // A deviation for each mean, in their order.
            let deviations = &all[6];
            let numbers = &[0.5, -1.0, 2.0][..count];
            assert_eq!(deviations.for_file(numbers), numbers);
            assert_eq!(deviations.for_run(numbers), numbers);
            assert!(deviations.is_of_another_env(&[1]) && !deviations.is_of_another_env(&[count]));
            let numbers: usize = all[..6].iter().map(SavedTensor::count).sum();
            assert_eq!(numbers, 4 * 3 + 4 * 5 + 6 * count);
            let found = named(all);
            assert_eq!(found[4], ("actor.4.weight".to_owned(), vec![count, 5]));
            assert_eq!(found[5], ("actor.4.bias".to_owned(), vec![count]));
            assert_eq!(found[6], (LOG_STD.to_owned(), vec![count]));
            assert_eq!(found[7], ("critic.0.weight".to_owned(), vec![3, 3]));
        }
    }

    /// 4 inputs and 2 outputs without a hidden layer: the one matrix is first and last.
    #[test]
    fn the_environment_decides_what_comes_in_and_what_an_actor_gives() {
        let linear = TrainConfig {
            hidden_sizes: Vec::new(),
            ..in_env(EnvId::Cartpole)
        };
        let all = layout(&linear);
        let by = |name: &str, found: &[usize]| {
            let tensor = all.iter().find(|it| it.name == name);
            tensor.expect("a tensor").is_of_another_env(found)
        };
        assert!(by("actor.0.weight", &[3, 4]) && by("actor.0.weight", &[2, 6]));
        assert!(by("critic.0.weight", &[1, 6]) && !by("critic.0.weight", &[2, 4]));
        assert!(!by("actor.0.weight", &[2, 4]) && !by("actor.0.bias", &[3]));
    }

    #[test]
    fn rows_become_columns() {
        let found = transposed(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 3);
        assert_eq!(found, [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
        assert!(transposed(&[], 3).is_empty());
    }
}
