//! The rollout on the device of its parameters.

use burn::backend::Dispatch;
use burn::tensor::{Int, Tensor, TensorData};

use super::RolloutPlan;
use crate::envs::Worlds;
use crate::ops::DeviceOps;

/// The environments of a run before a rollout.
#[derive(Clone, Copy, Debug)]
pub struct RunWorlds<'a> {
    /// The environments.
    pub worlds: &'a Worlds,
    /// The run's seed.
    pub seed: u32,
}

impl RunWorlds<'_> {
    /// Returns the words that a device needs: [`Worlds::words`], then [`RUN_WORDS`](super::RUN_WORDS).
    fn words(&self) -> Vec<i32> {
        let mut words = self.worlds.words();
        let reward = self.worlds.env().terminal_reward;
        words.extend([self.seed as i32, reward.to_bits() as i32]);
        words
    }
}

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
