//! Matrix products and the slopes of activations, on tensors of the CPU device.

use burn::backend::TensorMetadata;

use super::activation::times_slope;
use super::cpu::{CpuTensor, numbers, tensor};
use super::matmul::{
    BLOCK, Strips, copy_columns, multiply, multiply_transposed_add, pad_rows, padded,
};
use crate::config::options::Activation;

/// Returns `input · weightᵀ + bias`, a linear layer.
///
/// # Shapes
/// - `input`: `[rows, inputs]`, of 32-bit floats
/// - `weight`: `[outputs, inputs]`
/// - `bias`: `[outputs]`
/// - output: `[rows, outputs]`
pub fn linear(input: CpuTensor, weight: CpuTensor, bias: CpuTensor) -> CpuTensor {
    let (columns, inner) = (weight.shape()[0], weight.shape()[1]);
    let mut strips = Strips::default();
    strips.fill_transposed(&numbers(weight), inner);
    let mut start = numbers(bias).to_vec();
    start.resize(padded(columns), 0.0);
    product(input, &strips, Some(&start), columns)
}

/// Returns the gradient of what the activation was applied to.
///
/// # Shapes
/// - `grad`: the gradient of the activation's values
/// - `units`: its values, of the same shape, of 32-bit floats
pub fn before_activation(grad: CpuTensor, units: CpuTensor, activation: Activation) -> CpuTensor {
    let shape = grad.shape();
    let mut grads = numbers(grad).to_vec();
    times_slope(&mut grads, &numbers(units), activation);
    tensor(grads, shape)
}

/// Returns the sum of each column.
pub fn column_sums(rows: CpuTensor) -> CpuTensor {
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
pub fn times(left: CpuTensor, right: CpuTensor) -> CpuTensor {
    let columns = right.shape()[1];
    let mut strips = Strips::default();
    strips.fill(&numbers(right), columns);
    product(left, &strips, None, columns)
}

/// Multiplies `[rows, inner] · [columns, inner]ᵀ`.
pub fn times_transpose(left: CpuTensor, right: CpuTensor) -> CpuTensor {
    let (columns, inner) = (right.shape()[0], right.shape()[1]);
    let mut strips = Strips::default();
    strips.fill_transposed(&numbers(right), inner);
    product(left, &strips, None, columns)
}

/// Returns `bias + left · right`.
fn product(left: CpuTensor, right: &Strips, bias: Option<&[f32]>, columns: usize) -> CpuTensor {
    let (rows, inner) = (left.shape()[0], left.shape()[1]);
    let mut output = vec![0.0; rows * padded(columns)];
    let lefts = numbers(left);
    let lefts = lefts.chunks((BLOCK * inner).max(1));
    let outputs = output.chunks_mut((BLOCK * padded(columns)).max(1));
    for (left, output) in lefts.zip(outputs) {
        multiply((left, inner), right, bias, output);
    }
    tensor(narrow(output, columns), [rows, columns])
}

/// Multiplies `[inner, rows]ᵀ · [inner, columns]`.
pub fn transpose_times(left: CpuTensor, right: CpuTensor) -> CpuTensor {
    let (rows, columns) = (left.shape()[1], right.shape()[1]);
    let mut wide = Vec::new();
    let mut output = vec![0.0; rows * padded(columns)];
    let (left, right) = (numbers(left), numbers(right));
    let lefts = left.chunks((BLOCK * rows).max(1));
    let rights = right.chunks((BLOCK * columns).max(1));
    for (left, right) in lefts.zip(rights) {
        let vectors = pad_rows(right, columns, &mut wide);
        multiply_transposed_add((left, rows), (&wide, vectors), &mut output);
    }
    tensor(narrow(output, columns), [rows, columns])
}

/// Removes the padding that fills rows up to whole vectors.
fn narrow(padded_rows: Vec<f32>, columns: usize) -> Vec<f32> {
    let stride = padded(columns);
    if stride == columns {
        return padded_rows;
    }
    let mut rows = vec![0.0; padded_rows.len() / stride * columns];
    copy_columns((&padded_rows, stride), (&mut rows, columns), columns);
    rows
}
