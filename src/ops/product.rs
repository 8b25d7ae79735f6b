//! The product of two matrices on the CPU device, with gradients for both.

use burn::backend::autodiff::checkpoint::base::Checkpointer;
use burn::backend::autodiff::checkpoint::strategy::NoCheckpointing;
use burn::backend::autodiff::grads::Gradients;
use burn::backend::autodiff::ops::{Backward, Ops, OpsKind, binary};
use burn::backend::tensor::FloatTensor;
use burn::backend::{Autodiff, Flex, TensorMetadata};

use super::dense::{Strips, multiply_add, multiply_transposed_add, padded};
use super::flex::{numbers, plain};

type Plain = FloatTensor<Flex>;
/// A matrix that may have a way back to a leaf.
pub type Tracked = FloatTensor<Autodiff<Flex>>;

/// `left · right`, or `left · rightᵀ` where `is_transposed`. Gradient flows to both.
///
/// # Shapes
/// - `left`: `[rows, inner]`, of 32-bit floats
/// - `right`: `[inner, columns]`, or `[columns, inner]` where `is_transposed`
/// - output: `[rows, columns]`
pub fn product(left: Tracked, right: Tracked, is_transposed: bool) -> Tracked {
    let (left, left_node) = left.into_parts();
    let (right, right_node) = right.into_parts();
    let output = |left: Plain, right: Plain| {
        if is_transposed {
            times_transpose(left, right)
        } else {
            times(left, right)
        }
    };
    let step = ProductStep.prepare::<NoCheckpointing>([left_node, right_node]);
    match step.compute_bound().stateful() {
        OpsKind::Tracked(step) => {
            let seen = Seen {
                left: left.clone(),
                right: right.clone(),
                is_transposed,
            };
            step.finish(seen, output(left, right))
        }
        OpsKind::UnTracked(step) => step.finish(output(left, right)),
    }
}

#[derive(Clone, Debug)]
struct Seen {
    left: Plain,
    right: Plain,
    is_transposed: bool,
}

#[derive(Debug)]
struct ProductStep;

impl Backward<Flex, 2> for ProductStep {
    type State = Seen;

    fn backward(self, step: Ops<Seen, 2>, grads: &mut Gradients, _: &mut Checkpointer) {
        let Seen {
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

/// `[rows, inner] · [inner, columns]`.
fn times(left: Plain, right: Plain) -> Plain {
    let columns = right.shape()[1];
    let mut strips = Strips::default();
    strips.fill(numbers(right).chunks_exact(columns), columns);
    forward(left, &strips, columns)
}

/// `[rows, inner] · [columns, inner]ᵀ`.
fn times_transpose(left: Plain, right: Plain) -> Plain {
    let (columns, inner) = (right.shape()[0], right.shape()[1]);
    let mut strips = Strips::default();
    strips.fill_transposed(&numbers(right), inner, inner);
    forward(left, &strips, columns)
}

fn forward(left: Plain, right: &Strips, columns: usize) -> Plain {
    let (rows, inner) = (left.shape()[0], left.shape()[1]);
    let mut output = vec![0.0; rows * padded(columns)];
    multiply_add(&numbers(left), inner, right, &mut output);
    plain(narrow(output, columns), [rows, columns])
}

/// `[inner, rows]ᵀ · [inner, columns]`.
fn transpose_times(left: Plain, right: Plain) -> Plain {
    let (rows, columns) = (left.shape()[1], right.shape()[1]);
    let mut strips = Strips::default();
    strips.fill(numbers(right).chunks_exact(columns), columns);
    let mut output = vec![0.0; rows * padded(columns)];
    multiply_transposed_add(&numbers(left), rows, &strips, &mut output);
    plain(narrow(output, columns), [rows, columns])
}

/// Drops what fills rows up to whole vectors.
fn narrow(padded_rows: Vec<f32>, columns: usize) -> Vec<f32> {
    let stride = padded(columns);
    if stride == columns {
        return padded_rows;
    }
    padded_rows
        .chunks_exact(stride)
        .flat_map(|row| &row[..columns])
        .copied()
        .collect()
}
