//! The reasons why a file of networks cannot be used, in words.

use safetensors::tensor::SafeTensorError;
use thiserror::Error;

/// The reason why networks cannot be used: a sentence for the reader.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// More bytes than any networks of this page need.
    #[error(
        "{what} has {:.1} MB, and that of networks which this page can train has at most {:.1} MB: save the actor and the critic alone",
        *found as f64 / 1e6,
        *most as f64 / 1e6
    )]
    TooLarge {
        /// What is too large: the file or its header.
        what: &'static str,
        /// Its size in bytes.
        found: usize,
        /// The largest size in bytes.
        most: usize,
    },
    /// Not a safetensors file.
    #[error("this is no safetensors file ({0})")]
    NotSafetensors(#[from] SafeTensorError),
    /// Written by a newer version of this page.
    #[error("a newer version of this page has written the file: reload the page and try again")]
    Newer,
    /// No tensor with the name of a policy's first layer.
    #[error("the file has no actor.0.weight; it has {0}")]
    NoActor(String),
    /// Numbers that are not 32-bit floats.
    #[error("{0} holds {1} numbers; save it as 32-bit floats (F32)")]
    Type(String, String),
    /// NaN or infinity.
    #[error("{0} holds a number that is not finite, at place {1}")]
    NotFinite(String, usize),
    /// A tensor that these settings need is missing.
    #[error("the file has no {name}, which these settings need: {remedy}")]
    Missing {
        /// Name of the tensor.
        name: String,
        /// The setting to change.
        remedy: String,
    },
    /// A tensor that these settings have no place for.
    #[error("the file has {name}, for which these settings have no place: {remedy}")]
    Unexpected {
        /// Name of the tensor.
        name: String,
        /// The setting to change.
        remedy: String,
    },
    /// A tensor of another shape than these settings need.
    #[error("{name} is {found:?} in the file and {needed:?} with these settings: {remedy}")]
    Shape {
        /// Name of the tensor.
        name: String,
        /// Its shape in the file.
        found: Vec<usize>,
        /// The shape that the settings need.
        needed: Vec<usize>,
        /// The setting to change.
        remedy: String,
    },
}
