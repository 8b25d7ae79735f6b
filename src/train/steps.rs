//! Steps of the worlds, on the GPU that holds the parameters or on the host.

use burn::tensor::Tensor;

use crate::device::{ReadError, read_words};
use crate::rollout::{Collector, Rollout};

/// Where the parameters of the policy are that acts.
#[derive(Clone, Copy)]
pub enum Acting<'a> {
    /// On a GPU, which takes the steps.
    Away(&'a Tensor<1>),
    /// On the host.
    Here(&'a [f32]),
}

/// Appends `num_steps` steps to `rollout`.
///
/// # Errors
/// When the device does not answer.
pub async fn take_steps(
    collector: &mut Collector,
    rollout: &mut Rollout,
    num_steps: usize,
    acting: Acting<'_>,
) -> Result<(), ReadError> {
    match acting {
        Acting::Away(parameters) => {
            let words = read_words(collector.launch(parameters, num_steps)).await?;
            collector.absorb(rollout, &words, num_steps);
        }
        Acting::Here(parameters) => collector.advance(rollout, parameters, num_steps),
    }
    Ok(())
}
