//! The operations on the CPU device: plain Rust over the tensors' memory. Checks compare kernels with them.

use std::ops::Deref;

use burn::backend::ops::{FloatTensorOps, IntTensorOps};
use burn::backend::tensor::{FloatTensor, IntTensor};
use burn::backend::{Flex, TensorMetadata};
use burn::tensor::{Shape, TensorData};

use super::DeviceOps;
use super::adam::{AdamStep, clip, descend};
use super::mlp::Mlp;
use super::mlp::host::{Gradient, Packed, Scratch};
use super::rollout::host::Steps;
use super::rollout::{Recorded, RolloutPlan};
use crate::envs::{Env, WORLD_WORDS, Worlds};

/// A tensor of 32-bit floats on the CPU.
pub(super) type CpuTensor = FloatTensor<Flex>;

impl DeviceOps for Flex {
    fn mlp(parameters: CpuTensor, input: CpuTensor, mlp: Mlp) -> CpuTensor {
        let rows = input.shape()[0];
        let mut output = Vec::with_capacity(rows * mlp.num_outputs());
        Packed::new(&mlp, &numbers(parameters)).forward(
            &numbers(input),
            &mut Scratch::default(),
            None,
            &mut output,
        );
        tensor(output, [rows, mlp.num_outputs()])
    }

    fn mlp_with_hidden(
        parameters: CpuTensor,
        input: CpuTensor,
        mlp: Mlp,
    ) -> (CpuTensor, CpuTensor) {
        let rows = input.shape()[0];
        let network = Packed::new(&mlp, &numbers(parameters));
        let mut hidden = Vec::with_capacity(rows * network.hidden_width());
        let mut output = Vec::with_capacity(rows * mlp.num_outputs());
        network.forward(
            &numbers(input),
            &mut Scratch::default(),
            Some(&mut hidden),
            &mut output,
        );
        let kept = hidden.len();
        (
            tensor(output, [rows, mlp.num_outputs()]),
            tensor(hidden, [kept]),
        )
    }

    fn mlp_grad(
        parameters: CpuTensor,
        input: CpuTensor,
        hidden: CpuTensor,
        output_grad: CpuTensor,
        mlp: Mlp,
    ) -> CpuTensor {
        let parameters = numbers(parameters);
        let network = Packed::with_transposes(&mlp, &parameters);
        let mut gradient = Gradient::new(&network);
        let (input, hidden) = (numbers(input), numbers(hidden));
        gradient.add(&network, &input, &hidden, &numbers(output_grad));
        let mut grad = vec![0.0; parameters.len()];
        gradient.write(&network, &mut grad);
        let count = grad.len();
        tensor(grad, [count])
    }

    fn clip_by_global_norm(gradient: CpuTensor, max_norm: Option<f64>) -> (CpuTensor, CpuTensor) {
        let shape = gradient.shape();
        let (clipped, norm) = clip(numbers(gradient).to_vec(), max_norm);
        (tensor(clipped, shape), tensor(vec![norm], [1]))
    }

    fn adam_step(
        parameters: CpuTensor,
        gradient: CpuTensor,
        first_moment: CpuTensor,
        second_moment: CpuTensor,
        step: AdamStep,
    ) -> (CpuTensor, CpuTensor, CpuTensor) {
        let shape = parameters.shape();
        let [mut parameters, mut first, mut second] =
            [parameters, first_moment, second_moment].map(|tensor| numbers(tensor).to_vec());
        descend(
            &mut parameters,
            &numbers(gradient),
            (&mut first, &mut second),
            step,
        );
        (
            tensor(parameters, shape.clone()),
            tensor(first, shape.clone()),
            tensor(second, shape),
        )
    }

    fn rollout(
        parameters: CpuTensor,
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
            let (words, own) = words.split_at(plan.num_envs * WORLD_WORDS);
            let env = Env {
                terminal_reward: f32::from_bits(own[1] as u32),
                ..plan.env.clone()
            };
            let seed = own[0] as u32;
            let obs_size = env.id.obs_size();
            let mut worlds = Worlds::new(plan.num_envs, env, seed);
            worlds.set_words(words);
            let policy = Packed::new(&plan.policy, parameters);
            let mut steps = Steps::new(plan.choice, seed);
            let mut recorded = Recorded::default();
            for step in 0..plan.num_steps as u32 {
                let count = plan.first_step.wrapping_add(step);
                steps.take(&mut worlds, &policy, count, &mut recorded);
            }
            records.extend(recorded.words(obs_size));
            records.extend(worlds.words());
        }
        let count = records.len();
        Flex::int_from_data(TensorData::new(records, [count]), &Default::default())
    }
}

/// A tensor's numbers in row-major order. They are copied only if they lie in another order.
pub(super) struct ContiguousFloats(CpuTensor);

/// Returns a tensor's numbers in row-major order.
pub(super) fn numbers(tensor: CpuTensor) -> ContiguousFloats {
    ContiguousFloats(tensor.to_contiguous())
}

impl Deref for ContiguousFloats {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        self.0
            .as_slice()
            .expect("tensors of this project are contiguous f32 here")
    }
}

/// Returns a tensor of these numbers, in row-major order.
pub(super) fn tensor(values: Vec<f32>, shape: impl Into<Shape>) -> CpuTensor {
    Flex::float_from_data(TensorData::new(values, shape.into()), &Default::default())
}
