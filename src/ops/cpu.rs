//! The operations on the CPU device: plain Rust over the tensors' memory. Also what kernels are compared with.

use std::ops::Deref;

use burn::backend::ops::{FloatTensorOps, IntTensorOps};
use burn::backend::tensor::{FloatTensor, IntTensor};
use burn::backend::{Flex, TensorMetadata};
use burn::tensor::{Shape, TensorData};

use super::DeviceOps;
use super::adam::{AdamStep, clip, descend};
use super::mlp::Mlp;
use super::mlp::host::{Packed, Scratch};
use super::rollout::host::Steps;
use super::rollout::{Recorded, RolloutPlan};
use crate::envs::{WORLD_WORDS, Worlds};

type Plain = FloatTensor<Flex>;

impl DeviceOps for Flex {
    fn mlp(parameters: Plain, input: Plain, mlp: Mlp) -> Plain {
        let rows = input.shape()[0];
        let mut output = Vec::with_capacity(rows * mlp.num_outputs());
        Packed::new(&mlp, &numbers(parameters)).forward(
            &numbers(input),
            &mut Scratch::default(),
            None,
            &mut output,
        );
        plain(output, [rows, mlp.num_outputs()])
    }

    fn mlp_with_hidden(parameters: Plain, input: Plain, mlp: Mlp) -> (Plain, Plain) {
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
            plain(output, [rows, mlp.num_outputs()]),
            plain(hidden, [kept]),
        )
    }

    fn mlp_grad(
        parameters: Plain,
        input: Plain,
        hidden: Plain,
        output_grad: Plain,
        mlp: Mlp,
    ) -> Plain {
        let parameters = numbers(parameters);
        let own = Packed::with_transposes(&mlp, &parameters).backward(
            &numbers(input),
            &numbers(hidden),
            &numbers(output_grad),
        );
        let mut grad = vec![0.0; parameters.len()];
        grad[mlp.offset..mlp.offset + own.len()].copy_from_slice(&own);
        let count = grad.len();
        plain(grad, [count])
    }

    fn clip_by_global_norm(gradient: Plain, max_norm: Option<f64>) -> (Plain, Plain) {
        let shape = gradient.shape();
        let (clipped, norm) = clip(numbers(gradient).to_vec(), max_norm);
        (plain(clipped, shape), plain(vec![norm], [1]))
    }

    fn adam_step(
        parameters: Plain,
        gradient: Plain,
        first_moment: Plain,
        second_moment: Plain,
        step: AdamStep,
    ) -> (Plain, Plain, Plain) {
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
            plain(parameters, shape.clone()),
            plain(first, shape.clone()),
            plain(second, shape),
        )
    }

    fn rollout(parameters: Plain, worlds: IntTensor<Flex>, plan: RolloutPlan) -> IntTensor<Flex> {
        let words = worlds.to_contiguous();
        let words: &[i32] = words.as_slice().expect("words are contiguous i32 here");
        let obs_size = plan.env.id.obs_size();
        let mut worlds = Worlds::new(words.len() / WORLD_WORDS, plan.env, plan.seed);
        worlds.set_words(words);
        let policy = Packed::new(&plan.policy, &numbers(parameters));
        let mut steps = Steps::new(plan.choice, plan.seed);
        let mut recorded = Recorded::default();
        for step in 0..plan.num_steps as u32 {
            let count = plan.first_step.wrapping_add(step);
            steps.take(&mut worlds, &policy, count, &mut recorded);
        }
        let mut words = recorded.words(obs_size);
        words.extend(worlds.words());
        let count = words.len();
        Flex::int_from_data(TensorData::new(words, [count]), &Default::default())
    }
}

/// A tensor's numbers in row-major order, without a copy where they lie so already.
pub(super) struct Numbers(Plain);

pub(super) fn numbers(tensor: Plain) -> Numbers {
    Numbers(tensor.to_contiguous())
}

impl Deref for Numbers {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        self.0
            .as_slice()
            .expect("tensors of this project are contiguous f32 here")
    }
}

pub(super) fn plain(values: Vec<f32>, shape: impl Into<Shape>) -> Plain {
    Flex::float_from_data(TensorData::new(values, shape.into()), &Default::default())
}
