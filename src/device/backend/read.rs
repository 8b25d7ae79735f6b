//! Reading results back: once an iteration, and nowhere else.

use burn::tensor::{Int, Tensor};

/// The device did not give the numbers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("The GPU was lost, reset or out of memory, and did not return its results ({0})")]
pub struct ReadError(String);

impl ReadError {
    /// Of what the device says only the first line is for a reader: the rest is a trace.
    fn new(error: &impl std::fmt::Display) -> Self {
        let text = error.to_string();
        Self(text.lines().next().unwrap_or_default().to_owned())
    }
}

/// The numbers of a tensor, in row-major order.
///
/// # Errors
/// When the device fails to execute or to copy: it was lost, or ran out of memory.
pub async fn read<const D: usize>(tensor: Tensor<D>) -> Result<Vec<f32>, ReadError> {
    let data = tensor
        .into_data_async()
        .await
        .map_err(|error| ReadError::new(&error))?;
    data.try_to_vec::<f32>()
        .map_err(|error| ReadError::new(&error))
}

/// The 32-bit words of a tensor of whole numbers.
///
/// # Errors
/// As [`read`].
pub async fn read_words(tensor: Tensor<1, Int>) -> Result<Vec<i32>, ReadError> {
    let data = tensor
        .into_data_async()
        .await
        .map_err(|error| ReadError::new(&error))?;
    data.try_to_vec::<i32>()
        .map_err(|error| ReadError::new(&error))
}
