//! The rollout on the device of its parameters.

use burn::backend::Dispatch;
use burn::tensor::{Int, Tensor, TensorData};

use super::RolloutPlan;
use crate::envs::Worlds;
use crate::ops::DeviceOps;

/// Takes the steps on the device of `parameters`. Returns the record, which [`from_words`](super::Recorded::from_words) reads, followed by the
/// environments. On a GPU the rewards are the environment's own; [`set_rewards`](super::Recorded::set_rewards) replaces them by the reader's.
///
/// # Shapes
/// - `parameters`: `[all parameters of the run]`
pub fn rollout(parameters: &Tensor<1>, worlds: &Worlds, plan: RolloutPlan) -> Tensor<1, Int> {
    let words = worlds.words();
    let count = words.len();
    let words = Tensor::<1, Int>::from_data(TensorData::new(words, [count]), &parameters.device());
    Tensor::from_dispatch(<Dispatch as DeviceOps>::rollout(
        parameters.clone().into_dispatch(),
        words.into_dispatch(),
        plan,
    ))
}
