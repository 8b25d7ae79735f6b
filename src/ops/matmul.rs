//! Matrix products on the host for small matrices, in tiles that stay in registers.
//!
//! Vectors are SIMD128 in a browser and SSE2 or NEON elsewhere; a build without SIMD128 computes the same in plain
//! floats.

use wide::f32x4;

/// Rows that are multiplied at once: few enough to stay in the nearest cache while all columns use them.
pub const BLOCK: usize = 64;

/// Floats in a vector.
pub const LANES: usize = 4;
/// Columns of a tile: two vectors.
const COLUMNS: usize = 2 * LANES;
/// Rows of a tile. 4 rows of 8 columns are 8 vectors of sums, which leaves registers for what is multiplied.
const ROWS: usize = 4;

/// Returns `width` rounded up to whole tiles: the stride of a padded row.
pub fn padded(width: usize) -> usize {
    width.next_multiple_of(COLUMNS)
}

/// The right factor of a product, stored in strips of eight columns. Each strip holds its rows one after the other, so that
/// a product reads memory in order.
#[derive(Clone, Debug, Default)]
pub struct Strips {
    inner: usize,
    values: Vec<f32>,
}

impl Strips {
    /// Copies `rows`, each of `columns` entries; missing columns are 0.
    pub fn fill<'a>(&mut self, rows: impl ExactSizeIterator<Item = &'a [f32]>, columns: usize) {
        self.inner = rows.len();
        self.values.clear();
        self.values.resize(self.inner * padded(columns), 0.0);
        let strip = self.inner * COLUMNS;
        for (index, row) in rows.enumerate() {
            let starts = self.values[index * COLUMNS..].chunks_mut(strip.max(1));
            for (entries, values) in row.chunks(COLUMNS).zip(starts) {
                values[..entries.len()].copy_from_slice(entries);
            }
        }
    }

    /// Copies the transpose of `rows`, each of `columns` entries.
    pub fn fill_transposed(&mut self, rows: &[f32], stride: usize, columns: usize) {
        let count = rows.len() / stride;
        self.inner = columns;
        self.values.clear();
        self.values.resize(columns * padded(count), 0.0);
        for (row, entries) in rows.chunks_exact(stride).enumerate() {
            let start = row / COLUMNS * columns * COLUMNS + row % COLUMNS;
            let column = self.values[start..].iter_mut().step_by(COLUMNS);
            for (value, entry) in column.zip(&entries[..columns]) {
                *value = *entry;
            }
        }
    }
}

/// Computes `output += left · right`. `left` is row-major with at least as many columns as `right` has rows.
///
/// # Shapes
/// - `left`: `[rows, stride]`
/// - `output`: `[rows, padded(columns)]`
pub fn multiply_add(left: &[f32], stride: usize, right: &Strips, output: &mut [f32]) {
    let inner = right.inner;
    let strips = right.values.chunks_exact(inner * COLUMNS);
    let columns = strips.len() * COLUMNS;
    for (strip, column) in strips.zip((0..).step_by(COLUMNS)) {
        let mut outputs = output.chunks_exact_mut(ROWS * columns);
        let mut lefts = left.chunks_exact(ROWS * stride);
        for (output, left) in (&mut outputs).zip(&mut lefts) {
            let mut sums = sums::<ROWS>(output, columns, column);
            let [a, b, c, d] =
                std::array::from_fn(|row| left[row * stride..row * stride + inner].iter());
            let rows = a.zip(b).zip(c.zip(d));
            for (((a, b), (c, d)), right) in rows.zip(strip.chunks_exact(COLUMNS)) {
                add(&mut sums, [*a, *b, *c, *d], right);
            }
            store(&sums, output, columns, column);
        }
        let rest = outputs.into_remainder().chunks_exact_mut(columns);
        for (output, left) in rest.zip(lefts.remainder().chunks_exact(stride)) {
            let mut sums = sums::<1>(output, columns, column);
            for (entry, right) in left.iter().zip(strip.chunks_exact(COLUMNS)) {
                add(&mut sums, [*entry], right);
            }
            store(&sums, output, columns, column);
        }
    }
}

/// Computes `output += leftᵀ · right`.
///
/// # Shapes
/// - `left`: `[inner, stride]`; only the first columns are used, as many as `output` has rows
/// - `output`: `[rows, padded(columns)]`
pub fn multiply_transposed_add(left: &[f32], stride: usize, right: &Strips, output: &mut [f32]) {
    let strips = right.values.chunks_exact(right.inner * COLUMNS);
    let columns = strips.len() * COLUMNS;
    for (strip, column) in strips.zip((0..).step_by(COLUMNS)) {
        let mut outputs = output.chunks_exact_mut(ROWS * columns);
        let mut row = 0;
        for output in &mut outputs {
            let mut sums = sums::<ROWS>(output, columns, column);
            for (entries, right) in left[row..].chunks(stride).zip(strip.chunks_exact(COLUMNS)) {
                if let Some(entries) = entries.first_chunk::<ROWS>() {
                    add(&mut sums, *entries, right);
                }
            }
            store(&sums, output, columns, column);
            row += ROWS;
        }
        for output in outputs.into_remainder().chunks_exact_mut(columns) {
            let mut sums = sums::<1>(output, columns, column);
            for (entries, right) in left[row..].chunks(stride).zip(strip.chunks_exact(COLUMNS)) {
                add(&mut sums, [entries[0]], right);
            }
            store(&sums, output, columns, column);
            row += 1;
        }
    }
}

type Sums<const M: usize> = [[f32x4; 2]; M];

#[inline(always)]
fn add<const M: usize>(sums: &mut Sums<M>, entries: [f32; M], right: &[f32]) {
    let right = pair(right);
    for (sums, entry) in sums.iter_mut().zip(entries) {
        let entry = f32x4::splat(entry);
        sums[0] += entry * right[0];
        sums[1] += entry * right[1];
    }
}

#[inline(always)]
fn sums<const M: usize>(output: &[f32], columns: usize, column: usize) -> Sums<M> {
    std::array::from_fn(|row| pair(&output[row * columns + column..][..COLUMNS]))
}

#[inline(always)]
fn store<const M: usize>(sums: &Sums<M>, output: &mut [f32], columns: usize, column: usize) {
    for (row, [left, right]) in sums.iter().enumerate() {
        let output = &mut output[row * columns + column..][..COLUMNS];
        output[..LANES].copy_from_slice(&left.to_array());
        output[LANES..].copy_from_slice(&right.to_array());
    }
}

/// Loads two vectors. Taking the arrays apart into numbers would load them one by one.
#[inline(always)]
fn pair(values: &[f32]) -> [f32x4; 2] {
    match values.as_chunks::<LANES>().0 {
        [left, right, ..] => [f32x4::new(*left), f32x4::new(*right)],
        _ => [f32x4::ZERO; 2],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_remainder_of_rows_and_columns_gives_the_plain_sums() {
        for (rows, inner, columns) in [(1, 1, 4), (3, 5, 8), (4, 2, 9), (9, 7, 20)] {
            let left: Vec<f32> = (0..rows * inner).map(|i| (i as f32 * 0.7).sin()).collect();
            let right: Vec<f32> = (0..inner * columns)
                .map(|i| (i as f32 * 0.3).cos())
                .collect();
            let transpose = |values: &[f32], width: usize| -> Vec<f32> {
                let height = values.len() / width;
                (0..values.len())
                    .map(|i| values[i % height * width + i / height])
                    .collect()
            };
            let plain = |row: usize, column: usize| {
                0.5 + (0..inner)
                    .map(|k| left[row * inner + k] * right[k * columns + column])
                    .sum::<f32>()
            };
            let (mut strips, mut others) = (Strips::default(), Strips::default());
            strips.fill(right.chunks(columns), columns);
            others.fill_transposed(&transpose(&right, columns), inner, inner);
            assert_eq!(strips.values, others.values);
            let mut one = vec![0.5; rows * padded(columns)];
            let mut other = one.clone();
            multiply_add(&left, inner, &strips, &mut one);
            multiply_transposed_add(&transpose(&left, inner), rows, &strips, &mut other);
            for (index, (one, other)) in one.iter().zip(&other).enumerate() {
                let (row, column) = (index / padded(columns), index % padded(columns));
                if column < columns {
                    let expected = plain(row, column);
                    assert!(
                        (one - expected).abs() < 1e-5,
                        "{rows} {inner} {columns}: {one}"
                    );
                }
                assert_eq!(one, other);
            }
        }
    }
}
