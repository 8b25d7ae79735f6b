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

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers without a pattern that sums would hide.
    fn waves(count: usize, pace: f32) -> Vec<f32> {
        (0..count).map(|at| (at as f32 * pace).sin()).collect()
    }

    #[track_caller]
    fn assert_is(
        product: CpuTensor,
        [rows, columns]: [usize; 2],
        entry: impl Fn(usize, usize) -> f32,
    ) {
        assert_eq!(product.shape().to_vec(), [rows, columns]);
        let product = numbers(product);
        for row in 0..rows {
            for column in 0..columns {
                let (ours, expected) = (product[row * columns + column], entry(row, column));
                assert!(
                    (ours - expected).abs() < 1e-4,
                    "{row}, {column}: {ours} and {expected}"
                );
            }
        }
    }

    /// Columns with padding and without, rows of more than one block, and a single row.
    #[test]
    fn products_are_sums_over_the_inner_dimension() {
        for (rows, inner, columns) in [(1, 3, 2), (130, 5, 3), (70, 66, 8), (2, 129, 16)] {
            let (left, right) = (waves(rows * inner, 0.7), waves(inner * columns, 1.3));
            let turned: Vec<f32> = (0..columns * inner)
                .map(|at| right[at % inner * columns + at / inner])
                .collect();
            let upright: Vec<f32> = (0..inner * rows)
                .map(|at| left[at % rows * inner + at / rows])
                .collect();
            let bias = waves(columns, 0.2);
            let entry = |row: usize, column: usize| -> f32 {
                (0..inner)
                    .map(|at| left[row * inner + at] * right[at * columns + column])
                    .sum()
            };
            let (left, right) = (
                tensor(left.clone(), [rows, inner]),
                tensor(right.clone(), [inner, columns]),
            );
            let turned = tensor(turned, [columns, inner]);
            let size = [rows, columns];
            assert_is(times(left.clone(), right.clone()), size, entry);
            assert_is(times_transpose(left.clone(), turned.clone()), size, entry);
            assert_is(
                transpose_times(tensor(upright, [inner, rows]), right),
                size,
                entry,
            );
            let with_bias = linear(left, turned, tensor(bias.clone(), [columns]));
            assert_is(with_bias, size, |row, column| {
                entry(row, column) + bias[column]
            });
        }
    }

    #[test]
    fn columns_are_summed_each_by_itself() {
        let sums = column_sums(tensor(vec![1.0, 10.0, 2.0, 20.0, 3.0, 30.0], [3, 2]));
        assert_eq!(*numbers(sums), [6.0, 60.0]);
    }

    /// Of ReLU's units those that are 0 let nothing back; of tanh's, `1 - y²`.
    #[test]
    fn slopes_follow_from_the_units() {
        let back = |activation| {
            let (grad, units) = (vec![2.0, 2.0, 2.0], vec![0.0, 0.5, 1.0]);
            let slopes = before_activation(tensor(grad, [3]), tensor(units, [3]), activation);
            numbers(slopes).to_vec()
        };
        assert_eq!(back(Activation::Relu), [0.0, 2.0, 2.0]);
        assert_eq!(back(Activation::Tanh), [2.0, 1.5, 0.0]);
    }
}
