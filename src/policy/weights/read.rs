//! Reads networks from a file, and makes a checkpoint of them that a run can continue from.

use std::collections::BTreeMap;

use safetensors::SafeTensors;
use safetensors::tensor::Dtype;

use super::layout::{LOG_STD, SavedTensor, layout};
use super::refusal::WeightsError;
use super::{CONFIG, ITERATION, VERSION, VERSION_NOW};
use crate::config::{TrainConfig, saved};
use crate::protocol::checkpoint::Checkpoint;

/// Bytes of the largest file that is read: ten times the largest networks that the form takes.
const MOST_BYTES: usize = 16 << 20;
/// Bytes of the largest header that is read: a thousand times that of a usual file.
const MOST_HEADER_BYTES: usize = 1 << 20;

/// What to do about networks of another environment.
const THEIR_ENV: &str = "choose the env_id that they were trained in";

/// A tensor of the file: its shape and its numbers, row-major.
type Numbers = (Vec<usize>, Vec<f32>);

/// Networks from a file, with the file's metadata.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedNetworks {
    /// The settings that they were trained with, if this page wrote the file.
    pub config: Option<TrainConfig>,
    /// The iterations that they were trained for, if this page wrote the file.
    pub iteration: Option<usize>,
    /// Messages about the settings, if an older or newer page wrote them or they cannot be read.
    pub notices: Vec<String>,
    tensors: BTreeMap<String, Numbers>,
}

/// Reads a file that this page wrote, or one from PyTorch with the same names.
///
/// # Errors
/// Fails if it is too large, is not a safetensors file, has no actor, or holds numbers that are not
/// finite 32-bit floats.
pub fn read(bytes: &[u8]) -> Result<SavedNetworks, WeightsError> {
    refuse_sizes(bytes)?;
    let (_, header) = SafeTensors::read_metadata(bytes)?;
    let about = |key: &str| {
        let about = header.metadata().as_ref();
        about.and_then(|about| about.get(key).cloned())
    };
    let version = about(VERSION).and_then(|text| text.parse::<u32>().ok());
    if version.is_some_and(|version| version > VERSION_NOW) {
        return Err(WeightsError::Newer);
    }
    let file = SafeTensors::deserialize(bytes)?;
    let mut tensors = BTreeMap::new();
    for (name, view) in file.iter() {
        if view.dtype() != Dtype::F32 {
            let found = format!("{:?}", view.dtype());
            return Err(WeightsError::Type(name.to_owned(), found));
        }
        let numbers: Vec<f32> = (view.data().chunks_exact(4))
            .map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]))
            .collect();
        if let Some(place) = numbers.iter().position(|number| !number.is_finite()) {
            return Err(WeightsError::NotFinite(name.to_owned(), place));
        }
        tensors.insert(name.to_owned(), (view.shape().to_vec(), numbers));
    }
    if !tensors.contains_key("actor.0.weight") {
        let names: Vec<&str> = tensors.keys().map(String::as_str).take(6).collect();
        let names = match names.as_slice() {
            [] => "no tensor at all".to_owned(),
            names => names.join(", "),
        };
        return Err(WeightsError::NoActor(names));
    }
    let (config, notices) = about(CONFIG).map_or_else(Default::default, |text| settings(&text));
    Ok(SavedNetworks {
        config,
        notices,
        iteration: about(ITERATION).and_then(|text| text.parse().ok()),
        tensors,
    })
}

/// Refuses a file whose parsing alone would hold up the page.
fn refuse_sizes(bytes: &[u8]) -> Result<(), WeightsError> {
    // A length beyond the end of the file is that of no safetensors file, and is refused as such.
    let header = bytes.split_first_chunk().and_then(|(length, rest)| {
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        (length <= rest.len()).then_some(length)
    });
    for (what, found, most) in [
        ("the file", bytes.len(), MOST_BYTES),
        ("its header", header.unwrap_or(0), MOST_HEADER_BYTES),
    ] {
        if found > most {
            return Err(WeightsError::TooLarge { what, found, most });
        }
    }
    Ok(())
}

/// Returns a file's settings and the messages about them. Networks without readable settings can
/// still be used.
fn settings(text: &str) -> (Option<TrainConfig>, Vec<String>) {
    match saved::read(serde_json::from_str(text).unwrap_or_default()) {
        Ok((config, mismatch)) => (Some(config), mismatch.notices()),
        Err(why) => {
            let notice = format!("The settings in this file cannot be read: {why}");
            (None, vec![notice])
        }
    }
}

impl SavedNetworks {
    /// Returns the widths of the actor's layers, starting with its inputs.
    pub fn widths(&self) -> Vec<usize> {
        let shape = |index: usize| {
            let (shape, _) = self.tensors.get(&format!("actor.{}.weight", 2 * index))?;
            <[usize; 2]>::try_from(shape.as_slice()).ok()
        };
        let shapes: Vec<[usize; 2]> = (0..).map_while(shape).collect();
        let inputs = shapes.first().map(|shape| shape[1]);
        let outputs = shapes.iter().map(|shape| shape[0]);
        inputs.into_iter().chain(outputs).collect()
    }

    /// Returns the state that a run of `config` continues from: these parameters, a fresh optimiser
    /// and iteration 0.
    ///
    /// # Errors
    /// Fails if `config` needs other networks. The message names the tensor, both shapes and the
    /// setting to change.
    pub fn checkpoint(&self, config: &TrainConfig) -> Result<Checkpoint, WeightsError> {
        let layout = layout(config);
        let mut parameters = Vec::new();
        for tensor in &layout {
            parameters.extend(tensor.for_run(self.numbers(tensor, config)?));
        }
        let is_known = |name: &str| layout.iter().any(|tensor| tensor.name == name);
        if let Some(name) = self.tensors.keys().find(|name| !is_known(name)) {
            return Err(WeightsError::Unexpected {
                name: name.clone(),
                remedy: match name.as_str() {
                    LOG_STD => THEIR_ENV.to_owned(),
                    name if name.starts_with("critic.") && !config.has_critic() => {
                        "choose an advantage with a critic, gae or value".to_owned()
                    }
                    _ => self.fitting_sizes(),
                },
            });
        }
        let zeros = vec![0.0; parameters.len()];
        Ok(Checkpoint {
            first_moment: zeros.clone(),
            second_moment: zeros,
            parameters,
            ..Checkpoint::default()
        })
    }

    /// Returns the numbers of a tensor, as the file has them.
    fn numbers(&self, tensor: &SavedTensor, config: &TrainConfig) -> Result<&[f32], WeightsError> {
        let name = tensor.name.as_str();
        let Some((found, numbers)) = self.tensors.get(name) else {
            let has_critic = self.tensors.keys().any(|it| it.starts_with("critic."));
            return Err(WeightsError::Missing {
                name: name.to_owned(),
                remedy: match name {
                    LOG_STD => format!(
                        "{THEIR_ENV}, or save the logarithms of standard deviations as {LOG_STD}"
                    ),
                    _ if name.starts_with("critic.") && !has_critic => {
                        "choose REINFORCE, or the advantage world-mean, which have no critic"
                            .to_owned()
                    }
                    _ => self.fitting_sizes(),
                },
            });
        };
        if *found == tensor.shape {
            return Ok(numbers);
        }
        // The environment decides the inputs and outputs of the whole network, and hidden_sizes the
        // widths between them.
        let is_of_another_env = tensor.is_of_another_env(found);
        let remedy = match name {
            LOG_STD if is_of_another_env => THEIR_ENV.to_owned(),
            LOG_STD => format!("save {LOG_STD} with a single dimension"),
            _ if is_of_another_env && self.hidden() == config.hidden_sizes => THEIR_ENV.to_owned(),
            _ => self.fitting_sizes(),
        };
        Err(WeightsError::Shape {
            name: name.to_owned(),
            found: found.clone(),
            needed: tensor.shape.clone(),
            remedy,
        })
    }

    fn hidden(&self) -> Vec<usize> {
        let widths = self.widths();
        let hidden = widths.get(1..widths.len().saturating_sub(1));
        hidden.unwrap_or_default().to_vec()
    }

    fn fitting_sizes(&self) -> String {
        let hidden: Vec<String> = self.hidden().iter().map(usize::to_string).collect();
        match hidden.is_empty() {
            true => "leave hidden_sizes empty".to_owned(),
            false => format!("set hidden_sizes to {}", hidden.join("-")),
        }
    }
}
