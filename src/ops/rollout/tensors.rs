//! The rollout on the device of its parameters.

use burn::backend::Dispatch;
use burn::tensor::{Int, Tensor, TensorData};

use super::{RolloutPlan, RunWorlds};
use crate::ops::DeviceOps;

/// Takes the steps of each run on the device of `parameters`. Returns the record of each run, which
/// [`from_words`](super::Recorded::from_words) reads, followed by its environments. On a GPU the rewards are the environment's own;
/// [`set_rewards`](super::Recorded::set_rewards) replaces them by the reader's.
///
/// All runs have the plan's number of environments, and its rules except for the terminal reward.
///
/// # Shapes
/// - `parameters`: `[runs * n]`, where the `n` numbers of a run begin with its parameters
/// - output: `[runs * plan.record_words()]`
pub fn rollout(
    parameters: &Tensor<1>,
    runs: &[RunWorlds<'_>],
    plan: RolloutPlan,
) -> Tensor<1, Int> {
    let words: Vec<i32> = runs.iter().flat_map(RunWorlds::words).collect();
    let count = words.len();
    let words = Tensor::<1, Int>::from_data(TensorData::new(words, [count]), &parameters.device());
    Tensor::from_dispatch(<Dispatch as DeviceOps>::rollout(
        parameters.clone().into_dispatch(),
        words.into_dispatch(),
        plan,
    ))
}
