//! What is wrong with a file of networks, in words.

use safetensors::tensor::SafeTensorError;
use thiserror::Error;

/// Why networks were not taken: a sentence for the reader.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// Not this format.
    #[error("this is no safetensors file ({0})")]
    NotSafetensors(#[from] SafeTensorError),
    /// Ours, but of a later page.
    #[error("a newer version of this page has written the file: reload the page and try again")]
    Newer,
    /// Nothing that looks like a policy.
    #[error("the file has no actor.0.weight; it has {0}")]
    NoActor(String),
    /// Numbers of another type.
    #[error("{0} holds {1} numbers; save it as 32-bit floats (F32)")]
    Type(String, String),
    /// NaN or infinity.
    #[error("{0} holds a number that is not finite, at place {1}")]
    NotFinite(String, usize),
    /// A tensor that these settings need.
    #[error("the file has no {name}, which these settings need: {remedy}")]
    Missing {
        /// Its name.
        name: String,
        /// Which setting to change.
        remedy: String,
    },
    /// A tensor that these settings have no place for.
    #[error("the file has {name}, for which these settings have no place: {remedy}")]
    Unexpected {
        /// Its name.
        name: String,
        /// Which setting to change.
        remedy: String,
    },
    /// Another width.
    #[error("{name} is {found:?} in the file and {needed:?} with these settings: {remedy}")]
    Shape {
        /// The tensor's name.
        name: String,
        /// Its shape in the file.
        found: Vec<usize>,
        /// The shape that the settings ask for.
        needed: Vec<usize>,
        /// Which setting to change.
        remedy: String,
    },
}
