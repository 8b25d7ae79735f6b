//! Matrix products on the host for small matrices, in tiles that stay in registers.
//!
//! Vectors are SIMD128 in a browser and SSE2 or NEON elsewhere; a build without SIMD128 computes
//! the same in plain floats. What a product reads vector by vector is kept as vectors, which are
//! aligned: every fourth load from plain floats can cross the border of two cache lines, and the
//! products of a small network then take half as long again.

use wide::bytemuck::cast_slice_mut;
use wide::f32x4;

/// Rows that are multiplied at once: few enough to stay in the nearest cache while all columns use
/// them.
pub const BLOCK: usize = 64;

/// Floats in a vector.
pub const LANES: usize = 4;
/// Rows of a tile. 4 rows of 2 vectors are 8 sums, which leaves registers for what is multiplied.
const ROWS: usize = 4;

/// Returns `width` rounded up to whole vectors: the stride of a padded row.
pub fn padded(width: usize) -> usize {
    width.next_multiple_of(LANES)
}

/// The right factor of a product, stored in strips of two vectors, and one of a single vector where
/// their number is odd. Each strip holds its rows one after the other, so that a product reads
/// memory in order.
#[derive(Clone, Debug, Default)]
pub struct Strips {
    inner: usize,
    values: Vec<f32x4>,
}

impl Strips {
    /// Copies `rows`, each of `columns` entries; missing columns are 0.
    pub fn fill(&mut self, rows: &[f32], columns: usize) {
        self.resize(rows.len() / columns, columns);
        for first in (0..columns).step_by(LANES) {
            let rows = rows.chunks_exact(columns);
            self.set_vector(first / LANES, rows.map(|row| filled_up(&row[first..])));
        }
    }

    /// Copies the transpose of `rows`, each of `columns` entries.
    pub fn fill_transposed(&mut self, rows: &[f32], columns: usize) {
        self.resize(columns, rows.len() / columns);
        for (vector, rows) in rows.chunks(LANES * columns).enumerate() {
            let lanes: [&[f32]; LANES] = std::array::from_fn(|lane| {
                let row = lane * columns..(lane + 1) * columns;
                rows.get(row).unwrap_or_default()
            });
            let entries = |k| lanes.map(|lane| lane.get(k).copied().unwrap_or_default());
            self.set_vector(vector, (0..columns).map(entries));
        }
    }

    fn resize(&mut self, inner: usize, columns: usize) {
        self.inner = inner;
        let size = inner * padded(columns) / LANES;
        self.values.resize(size, f32x4::ZERO);
    }

    /// Sets a vector of columns, row by row.
    fn set_vector(&mut self, vector: usize, rows: impl Iterator<Item = [f32; LANES]>) {
        // A factor without rows has nothing to set.
        let Some(vectors) = self.values.len().checked_div(self.inner) else {
            return;
        };
        let (start, step) = match vector + 1 == vectors && vector.is_multiple_of(2) {
            true => (vector * self.inner, 1),
            false => (vector / 2 * 2 * self.inner + vector % 2, 2),
        };
        for (value, row) in self.values[start..].iter_mut().step_by(step).zip(rows) {
            *value = f32x4::new(row);
        }
    }
}

/// Returns the first entries as a vector. Missing ones are 0.
#[inline(always)]
fn filled_up(entries: &[f32]) -> [f32; LANES] {
    match entries.first_chunk() {
        Some(entries) => *entries,
        None => std::array::from_fn(|lane| entries.get(lane).copied().unwrap_or_default()),
    }
}

/// Computes `output = bias + left · right`; no bias is zeros. `left` is row-major, given with its
/// stride, and has at least as many columns as `right` has rows.
///
/// # Shapes
/// - `left`: `[rows, stride]`
/// - `bias`: `[padded(columns)]`
/// - `output`: `[rows, padded(columns)]`
pub fn multiply(left: (&[f32], usize), right: &Strips, bias: Option<&[f32]>, output: &mut [f32]) {
    let vectors = right.values.len() / right.inner;
    let (pairs, last) = right.values.split_at(vectors / 2 * 2 * right.inner);
    let bias = |vector: usize| bias.map(|bias| &bias[vector * LANES..]);
    for (pair, strip) in pairs.chunks_exact(2 * right.inner).enumerate() {
        let to = (vectors, 2 * pair);
        multiply_strip::<2>(left, strip, bias(2 * pair), output, to);
    }
    if !last.is_empty() {
        let to = (vectors, vectors - 1);
        multiply_strip::<1>(left, last, bias(vectors - 1), output, to);
    }
}

/// Multiplies by a strip of `V` vectors, and writes from `vector` on into rows of so many
/// `vectors`. Each `V` is a function of its own, in which V8 keeps the sums in registers.
#[inline(never)]
fn multiply_strip<const V: usize>(
    (left, stride): (&[f32], usize),
    strip: &[f32x4],
    bias: Option<&[f32]>,
    output: &mut [f32],
    (vectors, vector): (usize, usize),
) {
    let columns = vectors * LANES;
    let start = bias.map_or([f32x4::ZERO; V], load);
    let mut lefts = left.chunks_exact(ROWS * stride);
    let mut outputs = output.chunks_exact_mut(ROWS * columns);
    for (left, output) in (&mut lefts).zip(&mut outputs) {
        let sums = products::<ROWS, V>((left, stride), strip, start);
        store(&sums, output, (columns, vector * LANES));
    }
    let lefts = lefts.remainder().chunks_exact(stride);
    for (left, output) in lefts.zip(outputs.into_remainder().chunks_exact_mut(columns)) {
        let sums = products::<1, V>((left, stride), strip, start);
        store(&sums, output, (columns, vector * LANES));
    }
}

#[inline(always)]
fn products<const M: usize, const V: usize>(
    (left, stride): (&[f32], usize),
    strip: &[f32x4],
    start: [f32x4; V],
) -> [[f32x4; V]; M] {
    let inner = strip.len() / V;
    let mut sums = [start; M];
    let left: [&[f32]; M] = std::array::from_fn(|row| &left[row * stride..][..inner]);
    for (k, right) in (0..inner).zip(strip.chunks_exact(V)) {
        add(&mut sums, left.map(|row| row[k]), right);
    }
    sums
}

/// Computes `output += leftᵀ · right`, for few enough rows that both stay in the nearest cache.
/// Both factors are given with their strides.
///
/// # Shapes
/// - `left`: `[inner, stride]`; only the first columns are used, as many as `output` has rows
/// - `right`: `[inner, vectors]`
/// - `output`: `[rows, vectors * LANES]`
pub fn multiply_transposed_add(
    left: (&[f32], usize),
    right: (&[f32x4], usize),
    output: &mut [f32],
) {
    let vectors = right.1;
    for pair in 0..vectors / 2 {
        transposed_strip::<2>(left, right, 2 * pair, output);
    }
    if !vectors.is_multiple_of(2) {
        transposed_strip::<1>(left, right, vectors - 1, output);
    }
}

/// Multiplies by `V` vectors of columns; a function of its own like [`multiply_strip`].
#[inline(never)]
fn transposed_strip<const V: usize>(
    left: (&[f32], usize),
    right: (&[f32x4], usize),
    vector: usize,
    output: &mut [f32],
) {
    let columns = right.1 * LANES;
    let mut outputs = output.chunks_exact_mut(ROWS * columns);
    let mut row = 0;
    for output in &mut outputs {
        transposed_tile::<ROWS, V>(left, right, (row, vector), output);
        row += ROWS;
    }
    for output in outputs.into_remainder().chunks_exact_mut(columns) {
        transposed_tile::<1, V>(left, right, (row, vector), output);
        row += 1;
    }
}

#[inline(always)]
fn transposed_tile<const M: usize, const V: usize>(
    (left, stride): (&[f32], usize),
    (right, vectors): (&[f32x4], usize),
    (row, vector): (usize, usize),
    output: &mut [f32],
) {
    let (columns, column) = (vectors * LANES, vector * LANES);
    let mut sums = [[f32x4::ZERO; V]; M];
    for (sums, output) in sums.iter_mut().zip(output.chunks_exact(columns)) {
        *sums = load(&output[column..]);
    }
    // Both chunks plain: with a `map` between them, each would count by itself.
    for (left, right) in left.chunks_exact(stride).zip(right.chunks_exact(vectors)) {
        if let Some(entries) = left[row..row + M].first_chunk::<M>() {
            add(&mut sums, *entries, &right[vector..vector + V]);
        }
    }
    store(&sums, output, (columns, column));
}

/// Copies rows of `columns` entries as vectors. Returns the vectors of a row, of which the last is
/// filled up with zeros.
pub fn pad_rows(rows: &[f32], columns: usize, padded_rows: &mut Vec<f32x4>) -> usize {
    let vectors = padded(columns) / LANES;
    padded_rows.clear();
    padded_rows.resize(rows.len() / columns * vectors, f32x4::ZERO);
    let to = cast_slice_mut(padded_rows);
    copy_columns((rows, columns), (to, vectors * LANES), columns);
    vectors
}

/// Copies the first `count` columns. A call to copy the few numbers of a row would take longer than
/// they do.
pub fn copy_columns(
    (from, from_stride): (&[f32], usize),
    (to, to_stride): (&mut [f32], usize),
    count: usize,
) {
    // Without rows, there is no column to begin at.
    if from.is_empty() {
        return;
    }
    for column in 0..count {
        let entries = from[column..].iter().step_by(from_stride);
        for (value, entry) in to[column..].iter_mut().step_by(to_stride).zip(entries) {
            *value = *entry;
        }
    }
}

#[inline(always)]
fn add<const M: usize, const V: usize>(
    sums: &mut [[f32x4; V]; M],
    entries: [f32; M],
    right: &[f32x4],
) {
    for (sums, entry) in sums.iter_mut().zip(entries) {
        let entry = f32x4::splat(entry);
        for (sum, right) in sums.iter_mut().zip(right) {
            *sum += entry * *right;
        }
    }
}

/// Loads the first vectors.
#[inline(always)]
fn load<const V: usize>(values: &[f32]) -> [f32x4; V] {
    let values = &values.as_chunks::<LANES>().0[..V];
    std::array::from_fn(|vector| f32x4::new(values[vector]))
}

/// Writes a tile into rows of so many columns, from `column` on.
#[inline(always)]
fn store<const M: usize, const V: usize>(
    sums: &[[f32x4; V]; M],
    output: &mut [f32],
    (columns, column): (usize, usize),
) {
    for (sums, output) in sums.iter().zip(output.chunks_exact_mut(columns)) {
        let values = &mut output[column..].as_chunks_mut::<LANES>().0[..V];
        for (values, vector) in values.iter_mut().zip(sums) {
            *values = vector.to_array();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factor_without_rows_is_no_mistake() {
        let mut strips = Strips::default();
        strips.fill(&[], 3);
        let mut wide = Vec::new();
        let vectors = pad_rows(&[], 3, &mut wide);
        let mut output = vec![0.5; 8];
        multiply_transposed_add((&[], 2), (&wide, vectors), &mut output);
        assert_eq!((strips.inner, output), (0, vec![0.5; 8]));
    }

    #[test]
    fn every_remainder_of_rows_and_columns_gives_the_plain_sums() {
        for (rows, inner, columns) in [(1, 1, 4), (3, 5, 8), (4, 2, 9), (9, 7, 20), (5, 3, 1)] {
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
            strips.fill(&right, columns);
            others.fill_transposed(&transpose(&right, columns), inner);
            assert_eq!(strips.values, others.values);
            let mut one = vec![0.0; rows * padded(columns)];
            let mut other = vec![0.5; rows * padded(columns)];
            let bias = vec![0.5; padded(columns)];
            multiply((&left, inner), &strips, Some(&bias), &mut one);
            let mut wide = Vec::new();
            let vectors = pad_rows(&right, columns, &mut wide);
            let turned = transpose(&left, inner);
            multiply_transposed_add((&turned, rows), (&wide, vectors), &mut other);
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
