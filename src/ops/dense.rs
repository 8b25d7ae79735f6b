//! Products of small matrices on the host, in tiles that stay in registers.
//!
//! Vectors are SIMD128 in a browser and SSE2 or NEON elsewhere; a build without SIMD128 computes the same in plain
//! floats. Rows are padded to whole vectors, so there are no odd columns.

use wide::f32x4;

/// Floats in a vector.
pub const LANES: usize = 4;
/// Columns of a tile, in vectors.
const WIDE: usize = 2;
/// Rows of a tile. 4 rows of 8 columns are 8 vectors of sums, which leaves registers for what is multiplied.
const ROWS: usize = 4;

/// `width` rounded up to whole vectors: the stride of a padded row.
pub fn padded(width: usize) -> usize {
    width.next_multiple_of(LANES)
}

/// The left factor of a product: how to find the entries of some rows at one inner index.
pub trait Left: Copy {
    /// A view of `M` rows from `row` on, with `inner` entries each.
    fn rows<const M: usize>(self, row: usize, inner: usize) -> impl Fn(usize) -> [f32; M];
}

/// A row-major matrix of this stride.
#[derive(Clone, Copy, Debug)]
pub struct ByRow<'a>(pub &'a [f32], pub usize);

/// The transpose of a row-major matrix of this stride.
#[derive(Clone, Copy, Debug)]
pub struct Transposed<'a>(pub &'a [f32], pub usize);

impl Left for ByRow<'_> {
    #[inline(always)]
    fn rows<const M: usize>(self, row: usize, inner: usize) -> impl Fn(usize) -> [f32; M] {
        let rows: [&[f32]; M] =
            std::array::from_fn(|offset| &self.0[(row + offset) * self.1..][..inner]);
        move |index| std::array::from_fn(|offset| rows[offset][index])
    }
}

impl Left for Transposed<'_> {
    #[inline(always)]
    fn rows<const M: usize>(self, row: usize, _: usize) -> impl Fn(usize) -> [f32; M] {
        move |index| {
            let entries = &self.0[index * self.1 + row..][..M];
            std::array::from_fn(|offset| entries[offset])
        }
    }
}

/// `output += left · right`.
///
/// # Shapes
/// - `left`: `[rows, inner]`
/// - `right`: `[inner, columns]`
/// - `output`: `[rows, columns]`, `columns` a multiple of [`LANES`]
pub fn multiply_add(left: impl Left, right: &[f32], columns: usize, output: &mut [f32]) {
    let inner = right.len() / columns;
    let wide = columns - columns % (WIDE * LANES);
    for column in (0..wide).step_by(WIDE * LANES) {
        strip::<WIDE>(left, right, (inner, columns), column, output);
    }
    if wide < columns {
        strip::<1>(left, right, (inner, columns), wide, output);
    }
}

/// The `V` vectors of columns from `column` on, for all rows: what is read of `right` stays in the nearest cache meanwhile.
#[inline(always)]
fn strip<const V: usize>(
    left: impl Left,
    right: &[f32],
    (inner, columns): (usize, usize),
    column: usize,
    output: &mut [f32],
) {
    let rows = output.len() / columns;
    let whole = rows - rows % ROWS;
    let (blocks, rest) = output.split_at_mut(whole * columns);
    for (block, output) in blocks.chunks_exact_mut(ROWS * columns).enumerate() {
        tile::<ROWS, V>(
            left.rows(block * ROWS, inner),
            right,
            columns,
            column,
            output,
        );
    }
    for (row, output) in rest.chunks_exact_mut(columns).enumerate() {
        tile::<1, V>(
            left.rows(whole + row, inner),
            right,
            columns,
            column,
            output,
        );
    }
}

#[inline(always)]
fn tile<const M: usize, const V: usize>(
    left: impl Fn(usize) -> [f32; M],
    right: &[f32],
    columns: usize,
    column: usize,
    output: &mut [f32],
) {
    let mut sums = [[f32x4::ZERO; V]; M];
    for (sum, output) in sums.iter_mut().zip(output.chunks_exact(columns)) {
        *sum = vectors(&output[column..]);
    }
    for (index, right) in right.chunks_exact(columns).enumerate() {
        let right: [f32x4; V] = vectors(&right[column..]);
        for (sum, entry) in sums.iter_mut().zip(left(index)) {
            let entry = f32x4::splat(entry);
            for (sum, right) in sum.iter_mut().zip(right) {
                *sum += entry * right;
            }
        }
    }
    for (sum, output) in sums.iter().zip(output.chunks_exact_mut(columns)) {
        for (sum, output) in sum.iter().zip(output[column..].chunks_exact_mut(LANES)) {
            output.copy_from_slice(&sum.to_array());
        }
    }
}

#[inline(always)]
fn vectors<const V: usize>(values: &[f32]) -> [f32x4; V] {
    let values = &values[..V * LANES];
    std::array::from_fn(|vector| {
        let at = vector * LANES;
        f32x4::new([values[at], values[at + 1], values[at + 2], values[at + 3]])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_remainder_of_rows_and_columns_gives_the_plain_sums() {
        for (rows, inner, columns) in [(1, 1, 4), (3, 5, 8), (4, 2, 12), (9, 7, 20)] {
            let left: Vec<f32> = (0..rows * inner).map(|i| (i as f32 * 0.7).sin()).collect();
            let right: Vec<f32> = (0..inner * columns)
                .map(|i| (i as f32 * 0.3).cos())
                .collect();
            let transposed: Vec<f32> = (0..inner * rows)
                .map(|i| left[i % rows * inner + i / rows])
                .collect();
            let plain = |row: usize, column: usize| {
                0.5 + (0..inner)
                    .map(|k| left[row * inner + k] * right[k * columns + column])
                    .sum::<f32>()
            };
            let mut one = vec![0.5; rows * columns];
            let mut other = one.clone();
            multiply_add(ByRow(&left, inner), &right, columns, &mut one);
            multiply_add(Transposed(&transposed, rows), &right, columns, &mut other);
            for (index, (one, other)) in one.iter().zip(&other).enumerate() {
                let expected = plain(index / columns, index % columns);
                assert!(
                    (one - expected).abs() < 1e-5,
                    "{rows} {inner} {columns}: {one}"
                );
                assert_eq!(one, other);
            }
        }
    }
}
