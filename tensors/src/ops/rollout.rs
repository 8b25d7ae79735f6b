//! The rollout on the device of its parameters: one operation, with a body in plain Rust for the
//! CPU and a kernel for the GPU.

use burn::backend::ops::IntTensorOps;
use burn::backend::tensor::{FloatTensor, IntTensor};
use burn::backend::{Backend, Dispatch, Flex, backend_extension};
use burn::tensor::{Int, Tensor, TensorData};
use policy_lab::envs::{Env, Worlds};
use policy_lab::ops::rollout::host::{Policy, Steps};
use policy_lab::ops::rollout::{Recorded, RolloutPlan, RowSize, RunWorlds};

use super::cpu::numbers;

/// Rollouts on a device.
#[backend_extension(Cube: cfg(feature = "wgpu"), Flex)]
pub trait RolloutOps: Backend {
    /// Steps environments; see [`rollout`].
    fn rollout(
        parameters: FloatTensor<Self>,
        worlds: IntTensor<Self>,
        plan: RolloutPlan,
    ) -> IntTensor<Self>;
}

impl RolloutOps for Flex {
    fn rollout(
        parameters: FloatTensor<Flex>,
        worlds: IntTensor<Flex>,
        plan: RolloutPlan,
    ) -> IntTensor<Flex> {
        let words = worlds.to_contiguous();
        let words: &[i32] = words.as_slice().expect("words are contiguous i32 here");
        let runs = words.chunks_exact(plan.run_words());
        let parameters = numbers(parameters);
        let of_runs = parameters.chunks(parameters.len() / runs.len());
        let mut records = Vec::with_capacity(runs.len() * plan.record_words());
        for (words, parameters) in runs.zip(of_runs) {
            let (words, own) = words.split_at(plan.num_envs * plan.env.id.world_words());
            let env = Env {
                terminal_reward: f32::from_bits(own[1] as u32),
                ..plan.env.clone()
            };
            let seed = own[0] as u32;
            let id = env.id;
            let mut worlds = Worlds::part_of(0, words, env, seed);
            let policy = Policy::new(&plan.policy, id.controls().len(), parameters);
            let mut steps = Steps::new(plan.choice, seed);
            let mut recorded = Recorded::default();
            for step in 0..plan.num_steps as u32 {
                let count = plan.first_step.wrapping_add(step);
                steps.take(&mut worlds, &policy, count, &mut recorded);
            }
            records.extend(recorded.words(RowSize::of(id)));
            records.extend(worlds.words());
        }
        let count = records.len();
        Flex::int_from_data(TensorData::new(records, [count]), &Default::default())
    }
}

/// Takes the steps of each run on the device of `parameters`. Returns the record of each run, which
/// [`from_words`](policy_lab::ops::rollout::Recorded::from_words) reads, followed by its
/// environments. On a GPU the rewards are the environment's own;
/// [`set_rewards`](policy_lab::ops::rollout::Recorded::set_rewards) replaces them by the reader's.
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
    Tensor::from_dispatch(<Dispatch as RolloutOps>::rollout(
        parameters.clone().into_dispatch(),
        words.into_dispatch(),
        plan,
    ))
}
