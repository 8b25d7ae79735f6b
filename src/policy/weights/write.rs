//! Writes flat parameters to a file.

use std::borrow::Cow;

use safetensors::tensor::{Dtype, TensorView, serialize};

use super::layout::{SavedTensor, layout};
use super::{CONFIG, ITERATION, VERSION, VERSION_NOW};
use crate::config::TrainConfig;
use crate::protocol::checkpoint::Checkpoint;

/// Returns the parameters of a checkpoint as they act on observations as they are, which a file
/// has. Those of networks that see normalised ones are folded:
/// [`RunningMoments::fold`](crate::protocol::moments::RunningMoments::fold).
pub fn acting<'a>(config: &TrainConfig, checkpoint: &'a Checkpoint) -> Cow<'a, [f32]> {
    let normalisation = checkpoint.normalisation.as_deref();
    let obs_size = config.env_id.obs_size();
    let Some(moments) = normalisation.and_then(|it| it.obs_of(obs_size)) else {
        return Cow::Borrowed(&checkpoint.parameters);
    };
    let mut networks = Vec::new();
    let mut start = 0;
    for tensor in layout(config) {
        if tensor.name.ends_with(".0.weight") {
            networks.push((start, tensor.shape[0]));
        }
        start += tensor.count();
    }
    let mut parameters = checkpoint.parameters.clone();
    if start == parameters.len() {
        moments.fold(&mut parameters, &networks);
    }
    Cow::Owned(parameters)
}

/// Returns a safetensors file with the networks of a run of `config` after `iteration` iterations,
/// or `None` if the number of parameters does not match the configuration.
///
/// # Shapes
/// - `parameters`: flat; the actor first, and for each layer its weights `[inputs, outputs]`, then
///   its biases; then the logarithms of standard deviations, if there are any; then the critic
pub fn write(config: &TrainConfig, iteration: usize, parameters: &[f32]) -> Option<Vec<u8>> {
    let layout = layout(config);
    let count: usize = layout.iter().map(SavedTensor::count).sum();
    if count != parameters.len() {
        return None;
    }
    let mut rest = parameters;
    let mut tensors: Vec<(&SavedTensor, Vec<u8>)> = Vec::new();
    for tensor in &layout {
        let (numbers, after) = rest.split_at(tensor.count());
        rest = after;
        tensors.push((tensor, bytes(&tensor.for_file(numbers))));
    }
    let views = tensors.iter().map(|(tensor, bytes)| {
        let view = TensorView::new(Dtype::F32, tensor.shape.clone(), bytes).ok()?;
        Some((tensor.name.as_str(), view))
    });
    let views: Vec<(&str, TensorView<'_>)> = views.collect::<Option<_>>()?;
    let about = [
        // Readers of PyTorch's files look for this key.
        ("format", "pt".to_owned()),
        (VERSION, VERSION_NOW.to_string()),
        (ITERATION, iteration.to_string()),
        (CONFIG, serde_json::to_string(config).ok()?),
    ];
    let about = about.map(|(key, text)| (key.to_owned(), text));
    serialize(views, Some(about.into_iter().collect())).ok()
}

fn bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|it| it.to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::config::presets::Preset;
    use crate::config::{Algorithm, EnvId};
    use crate::protocol::moments::{Normalisation, RunningMoments};

    /// Networks of 4-2-2 units without a critic: 4 * 2 + 2 + 2 * 2 + 2 numbers.
    fn config() -> TrainConfig {
        TrainConfig {
            hidden_sizes: vec![2],
            ..(Preset::first_for(Algorithm::Reinforce).config)()
        }
    }

    /// Reads the header and the numbers as the format's documentation describes: eight bytes with
    /// the length of the header in little endian, the header in JSON, the numbers.
    fn by_hand(file: &[u8]) -> (Value, Vec<f32>) {
        let (length, rest) = file.split_at(8);
        let length = u64::from_le_bytes(length.try_into().expect("eight bytes"));
        let (header, data) = rest.split_at(length as usize);
        let number = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().expect("four bytes"));
        let header = serde_json::from_slice(header).expect("JSON");
        (header, data.chunks_exact(4).map(number).collect())
    }

    #[test]
    fn another_reader_finds_what_pytorch_would_have_written() {
        let parameters: Vec<f32> = (0_u8..16).map(f32::from).collect();
        let file = write(&config(), 7, &parameters).expect("they fit");
        let (header, numbers) = by_hand(&file);
        let tensor = |name: &str| -> (Value, Vec<f32>) {
            let about = &header[name];
            assert_eq!(about["dtype"], "F32", "{name}");
            let at =
                |index: usize| about["data_offsets"][index].as_u64().expect("a place") as usize / 4;
            (about["shape"].clone(), numbers[at(0)..at(1)].to_vec())
        };
        // Our layout is [inputs][outputs] = [[0, 1], [2, 3], [4, 5], [6, 7]]; a row of PyTorch's is
        // one output.
        let (shape, weights) = tensor("actor.0.weight");
        assert_eq!(shape, serde_json::json!([2, 4]));
        assert_eq!(weights, [0.0, 2.0, 4.0, 6.0, 1.0, 3.0, 5.0, 7.0]);
        assert_eq!(tensor("actor.0.bias").1, [8.0, 9.0]);
        assert_eq!(tensor("actor.2.weight").1, [10.0, 12.0, 11.0, 13.0]);
        let (shape, biases) = tensor("actor.2.bias");
        assert_eq!(shape, serde_json::json!([2]));
        assert_eq!(biases, [14.0, 15.0]);
        let about = &header["__metadata__"];
        assert_eq!(about["policy_lab_iteration"], "7");
        assert_eq!(about["format"], "pt");
        let saved = about["policy_lab_config"].as_str().expect("a text");
        let saved: TrainConfig = serde_json::from_str(saved).expect("a configuration");
        assert_eq!(saved, config());
        assert_eq!(header.as_object().expect("an object").len(), 5);
    }

    /// Networks of 3-2-1 units without a critic: 3 * 2 + 2 + 2 * 1 + 1 numbers, then the deviation.
    #[test]
    fn deviations_follow_the_actors_weights() {
        let pendulum = TrainConfig {
            env_id: EnvId::Pendulum,
            ..config()
        };
        let parameters: Vec<f32> = (0_u8..12).map(f32::from).collect();
        let file = write(&pendulum, 7, &parameters).expect("they fit");
        let (header, numbers) = by_hand(&file);
        let about = &header["log_std"];
        assert_eq!(about["shape"], serde_json::json!([1]));
        let at = about["data_offsets"][0].as_u64().expect("a place") as usize / 4;
        assert_eq!(numbers[at], 11.0);
        assert_eq!(header["actor.2.bias"]["shape"], serde_json::json!([1]));
        assert_eq!(header.as_object().expect("an object").len(), 6);
    }

    /// An actor of 4-3-2 units has 23 numbers, a critic of 4-3-1 units 19.
    #[test]
    fn networks_that_see_normalised_observations_are_written_folded() {
        let config = TrainConfig {
            norm_obs: true,
            hidden_sizes: vec![3],
            ..TrainConfig::default()
        };
        let mut obs = RunningMoments::new(4);
        obs.add(&[1.0, 2.0, 3.0, 4.0, 3.0, 0.0, 5.0, 1.0]);
        let waves = (0..42).map(|at| (at as f32).sin());
        let mut checkpoint = Checkpoint {
            parameters: waves.collect(),
            normalisation: Some(Box::new(Normalisation {
                obs: Some(obs),
                rewards: None,
            })),
            ..Checkpoint::default()
        };
        let mut by_hand = checkpoint.parameters.clone();
        let moments = checkpoint.normalisation.as_ref().expect("moments");
        let moments = moments.obs.as_ref().expect("moments");
        moments.fold(&mut by_hand, &[(0, 3), (23, 3)]);
        assert_eq!(acting(&config, &checkpoint), by_hand);
        assert_ne!(by_hand, checkpoint.parameters);
        checkpoint.normalisation = None;
        assert_eq!(acting(&config, &checkpoint), checkpoint.parameters);
    }

    #[test]
    fn parameters_of_other_networks_are_not_written() {
        assert_eq!(write(&config(), 1, &[0.0; 15]), None);
    }
}
