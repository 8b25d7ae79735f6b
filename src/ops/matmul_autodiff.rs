//! Matrix products on the CPU device, with gradients for all factors.

use burn::backend::autodiff::checkpoint::base::Checkpointer;
use burn::backend::autodiff::checkpoint::strategy::NoCheckpointing;
use burn::backend::autodiff::grads::Gradients;
use burn::backend::autodiff::ops::{Backward, Ops, OpsKind, binary};
use burn::backend::tensor::FloatTensor;
use burn::backend::{Autodiff, Flex, TensorMetadata};

use super::cpu::{CpuTensor, numbers, tensor};
use super::matmul::{Strips, multiply_add, multiply_transposed_add, padded};

/// A matrix whose gradient burn may track.
pub type Tracked = FloatTensor<Autodiff<Flex>>;

/// Returns `left · right`, or `left · rightᵀ` if `is_transposed`. Gradient flows to both.
///
/// # Shapes
/// - `left`: `[rows, inner]`, of 32-bit floats
/// - `right`: `[inner, columns]`, or `[columns, inner]` if `is_transposed`
/// - output: `[rows, columns]`
pub fn matmul(left: Tracked, right: Tracked, is_transposed: bool) -> Tracked {
    let (left, left_node) = left.into_parts();
    let (right, right_node) = right.into_parts();
    let output = |left: CpuTensor, right: CpuTensor| {
        if is_transposed {
            times_transpose(left, right)
        } else {
            times(left, right)
        }
    };
    let step = MatmulStep.prepare::<NoCheckpointing>([left_node, right_node]);
    match step.compute_bound().stateful() {
        OpsKind::Tracked(step) => {
            let factors = Factors {
                left: left.clone(),
                right: right.clone(),
                is_transposed,
            };
            step.finish(factors, output(left, right))
        }
        OpsKind::UnTracked(step) => step.finish(output(left, right)),
    }
}

/// The factors of a product, kept for its gradient.
#[derive(Clone, Debug)]
struct Factors {
    left: CpuTensor,
    right: CpuTensor,
    is_transposed: bool,
}

#[derive(Debug)]
struct MatmulStep;

impl Backward<Flex, 2> for MatmulStep {
    type State = Factors;

    fn backward(self, step: Ops<Factors, 2>, grads: &mut Gradients, _: &mut Checkpointer) {
        let Factors {
            left,
            right,
            is_transposed,
        } = step.state;
        let other = left.clone();
        binary::<Flex, _, _>(
            step.parents,
            step.node,
            grads,
            |grad| match is_transposed {
                true => times(grad, right),
                false => times_transpose(grad, right),
            },
            |grad| match is_transposed {
                true => transpose_times(grad, other),
                false => transpose_times(other, grad),
            },
        );
    }
}

/// Returns `input · weightᵀ + bias`, a linear layer. Gradient flows to all three.
///
/// # Shapes
/// - `input`: `[rows, inputs]`, of 32-bit floats
/// - `weight`: `[outputs, inputs]`
/// - `bias`: `[outputs]`
/// - output: `[rows, outputs]`
pub fn linear(input: Tracked, weight: Tracked, bias: Tracked) -> Tracked {
    let (input, input_node) = input.into_parts();
    let (weight, weight_node) = weight.into_parts();
    let (bias, bias_node) = bias.into_parts();
    let step = LinearStep.prepare::<NoCheckpointing>([input_node, weight_node, bias_node]);
    match step.compute_bound().stateful() {
        OpsKind::Tracked(step) => {
            let factors = [input.clone(), weight.clone()];
            step.finish(factors, affine(input, weight, bias))
        }
        OpsKind::UnTracked(step) => step.finish(affine(input, weight, bias)),
    }
}

#[derive(Debug)]
struct LinearStep;

impl Backward<Flex, 3> for LinearStep {
    /// The input and the weight.
    type State = [CpuTensor; 2];

    fn backward(self, step: Ops<[CpuTensor; 2], 3>, grads: &mut Gradients, _: &mut Checkpointer) {
        let [input, weight] = step.state;
        let grad = grads.consume::<Flex>(&step.node);
        let [input_node, weight_node, bias_node] = step.parents;
        if let Some(node) = input_node {
            grads.register::<Flex>(node.id, times(grad.clone(), weight));
        }
        if let Some(node) = weight_node {
            grads.register::<Flex>(node.id, transpose_times(grad.clone(), input));
        }
        if let Some(node) = bias_node {
            grads.register::<Flex>(node.id, column_sums(grad));
        }
    }
}

fn affine(input: CpuTensor, weight: CpuTensor, bias: CpuTensor) -> CpuTensor {
    let (columns, inner) = (weight.shape()[0], weight.shape()[1]);
    let mut strips = Strips::default();
    strips.fill_transposed(&numbers(weight), inner, inner);
    let mut start = numbers(bias).to_vec();
    start.resize(padded(columns), 0.0);
    let rows = input.shape()[0];
    let mut output = start.repeat(rows);
    multiply_add(&numbers(input), inner, &strips, &mut output);
    tensor(narrow(output, columns), [rows, columns])
}

fn column_sums(rows: CpuTensor) -> CpuTensor {
    let columns = rows.shape()[1];
    let mut sums = vec![0.0; columns];
    for row in numbers(rows).chunks_exact(columns) {
        for (sum, number) in sums.iter_mut().zip(row) {
            *sum += number;
        }
    }
    tensor(sums, [columns])
}

/// Multiplies `[rows, inner] · [inner, columns]`.
fn times(left: CpuTensor, right: CpuTensor) -> CpuTensor {
    let columns = right.shape()[1];
    let mut strips = Strips::default();
    strips.fill(numbers(right).chunks_exact(columns), columns);
    forward(left, &strips, columns)
}

/// Multiplies `[rows, inner] · [columns, inner]ᵀ`.
fn times_transpose(left: CpuTensor, right: CpuTensor) -> CpuTensor {
    let (columns, inner) = (right.shape()[0], right.shape()[1]);
    let mut strips = Strips::default();
    strips.fill_transposed(&numbers(right), inner, inner);
    forward(left, &strips, columns)
}

fn forward(left: CpuTensor, right: &Strips, columns: usize) -> CpuTensor {
    let (rows, inner) = (left.shape()[0], left.shape()[1]);
    let mut output = vec![0.0; rows * padded(columns)];
    multiply_add(&numbers(left), inner, right, &mut output);
    tensor(narrow(output, columns), [rows, columns])
}

/// Multiplies `[inner, rows]ᵀ · [inner, columns]`.
fn transpose_times(left: CpuTensor, right: CpuTensor) -> CpuTensor {
    let (rows, columns) = (left.shape()[1], right.shape()[1]);
    let mut strips = Strips::default();
    strips.fill(numbers(right).chunks_exact(columns), columns);
    let mut output = vec![0.0; rows * padded(columns)];
    multiply_transposed_add(&numbers(left), rows, &strips, &mut output);
    tensor(narrow(output, columns), [rows, columns])
}

/// Removes the padding that fills rows up to whole vectors.
fn narrow(padded_rows: Vec<f32>, columns: usize) -> Vec<f32> {
    let stride = padded(columns);
    if stride == columns {
        return padded_rows;
    }
    let mut rows = Vec::with_capacity(padded_rows.len() / stride * columns);
    for row in padded_rows.chunks_exact(stride) {
        rows.extend_from_slice(&row[..columns]);
    }
    rows
}
