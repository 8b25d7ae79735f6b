//! Products of matrices and sums of columns, on numbers in row-major order. The reader's tensors
//! are multiplied by these; networks have a loop of their own ([`super::mlp::host`]).

use super::matmul::{
    BLOCK, Strips, copy_columns, multiply, multiply_transposed_add, pad_rows, padded,
};

/// The numbers of a matrix, row by row, and its rows and columns.
pub type Matrix<'a> = (&'a [f32], [usize; 2]);

/// Returns `input · weightᵀ + bias`, a linear layer.
///
/// # Shapes
/// - `input`: `[rows, inputs]`
/// - `weight`: `[outputs, inputs]`
/// - `bias`: `[outputs]`
/// - output: `[rows, outputs]`
pub fn linear(input: Matrix<'_>, weight: Matrix<'_>, bias: &[f32]) -> Vec<f32> {
    let (weight, [columns, inner]) = weight;
    let mut strips = Strips::default();
    strips.fill_transposed(weight, inner);
    let mut start = bias.to_vec();
    start.resize(padded(columns), 0.0);
    product(input, &strips, Some(&start), columns)
}

/// Returns the sum of each column.
pub fn column_sums((rows, [_, columns]): Matrix<'_>) -> Vec<f32> {
    let mut sums = vec![0.0; columns];
    for row in rows.chunks_exact(columns) {
        for (sum, number) in sums.iter_mut().zip(row) {
            *sum += number;
        }
    }
    sums
}

/// Multiplies `[rows, inner] · [inner, columns]`.
pub fn times(left: Matrix<'_>, (right, [_, columns]): Matrix<'_>) -> Vec<f32> {
    let mut strips = Strips::default();
    strips.fill(right, columns);
    product(left, &strips, None, columns)
}

/// Multiplies `[rows, inner] · [columns, inner]ᵀ`.
pub fn times_transpose(left: Matrix<'_>, (right, [columns, inner]): Matrix<'_>) -> Vec<f32> {
    let mut strips = Strips::default();
    strips.fill_transposed(right, inner);
    product(left, &strips, None, columns)
}

/// Returns `bias + left · right`.
fn product(
    (left, [rows, inner]): Matrix<'_>,
    right: &Strips,
    bias: Option<&[f32]>,
    columns: usize,
) -> Vec<f32> {
    let mut output = vec![0.0; rows * padded(columns)];
    let lefts = left.chunks((BLOCK * inner).max(1));
    let outputs = output.chunks_mut((BLOCK * padded(columns)).max(1));
    for (left, output) in lefts.zip(outputs) {
        multiply((left, inner), right, bias, output);
    }
    narrow(output, columns)
}

/// Multiplies `[inner, rows]ᵀ · [inner, columns]`.
pub fn transpose_times(left: Matrix<'_>, right: Matrix<'_>) -> Vec<f32> {
    let ((left, [_, rows]), (right, [_, columns])) = (left, right);
    let mut wide = Vec::new();
    let mut output = vec![0.0; rows * padded(columns)];
    let lefts = left.chunks((BLOCK * rows).max(1));
    let rights = right.chunks((BLOCK * columns).max(1));
    for (left, right) in lefts.zip(rights) {
        let vectors = pad_rows(right, columns, &mut wide);
        multiply_transposed_add((left, rows), (&wide, vectors), &mut output);
    }
    narrow(output, columns)
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
        product: Vec<f32>,
        [rows, columns]: [usize; 2],
        entry: impl Fn(usize, usize) -> f32,
    ) {
        assert_eq!(product.len(), rows * columns);
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
            let (left, right) = ((&left[..], [rows, inner]), (&right[..], [inner, columns]));
            let turned = (&turned[..], [columns, inner]);
            let size = [rows, columns];
            assert_is(times(left, right), size, entry);
            assert_is(times_transpose(left, turned), size, entry);
            let upright = (&upright[..], [inner, rows]);
            assert_is(transpose_times(upright, right), size, entry);
            assert_is(linear(left, turned, &bias), size, |row, column| {
                entry(row, column) + bias[column]
            });
        }
    }

    #[test]
    fn columns_are_summed_each_by_itself() {
        let sums = column_sums((&[1.0, 10.0, 2.0, 20.0, 3.0, 30.0], [3, 2]));
        assert_eq!(sums, [6.0, 60.0]);
    }
}
