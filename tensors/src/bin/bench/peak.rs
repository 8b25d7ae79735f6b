//! The peak speed of one core: sums to each of which a product is added, as in a product of
//! matrices. Only the additions wait for each other; a chain of multiplications and additions in
//! turn would wait for both, and stay a third below the peak.

use std::array::from_fn;
use std::hint::black_box;

use web_time::Instant;
use wide::f32x4;

const LANES: usize = 4;
/// Columns that a turn of the loop reads, one after the other.
const DEPTH: usize = 64;
const REPEATS: usize = 5;
/// Shortest time that is measured.
const ENOUGH_SECS: f64 = 0.1;

/// Returns GFLOP/s of one core with SIMD128, which has no fused multiply-add: the best of a few
/// repeats, with 4 × 2, 2 × 4 or 4 × 3 sums side by side. On an EPYC (Zen 4, 3.7 GHz) they reach
/// 54, 53 and 30: two multiplications and two additions a cycle would be 59, and twelve sums do not
/// fit into x86's registers.
pub fn cpu_peak() -> f64 {
    best::<4, 2>().max(best::<2, 4>()).max(best::<4, 3>())
}

fn best<const ROWS: usize, const COLUMNS: usize>() -> f64 {
    let mut turns = 1 << 12;
    while seconds::<ROWS, COLUMNS>(turns) < ENOUGH_SECS {
        turns *= 2;
    }
    let shortest = (0..REPEATS)
        .map(|_| seconds::<ROWS, COLUMNS>(turns))
        .fold(f64::INFINITY, f64::min);
    let operations_a_turn = (2 * ROWS * COLUMNS * DEPTH * LANES) as f64;
    operations_a_turn * turns as f64 / shortest / 1e9
}

fn seconds<const ROWS: usize, const COLUMNS: usize>(turns: usize) -> f64 {
    let rows: [f32x4; ROWS] = from_fn(|row| f32x4::splat(0.1 * (row + 1) as f32));
    // The signs change, so that no sum grows.
    let sign = |place: usize| if place.is_multiple_of(2) { 1.0 } else { -1.0 };
    let columns: [[f32x4; COLUMNS]; DEPTH] = from_fn(|place| [f32x4::splat(sign(place)); COLUMNS]);
    // The compiler can neither evaluate nor remove what passes through a black box.
    let (rows, columns) = black_box((rows, columns));
    let begun = Instant::now();
    black_box(run(&rows, &columns, turns));
    begun.elapsed().as_secs_f64()
}

/// Adds the products of all rows with each of the columns to their sums.
#[inline(never)]
fn run<const ROWS: usize, const COLUMNS: usize>(
    rows: &[f32x4; ROWS],
    columns: &[[f32x4; COLUMNS]; DEPTH],
    turns: usize,
) -> f32x4 {
    let mut sums = [[f32x4::ZERO; ROWS]; COLUMNS];
    for _ in 0..turns {
        for column in columns {
            for (sums, number) in sums.iter_mut().zip(column) {
                for (sum, row) in sums.iter_mut().zip(rows) {
                    *sum += *row * *number;
                }
            }
        }
    }
    sums.into_iter()
        .flatten()
        .fold(f32x4::ZERO, |total, sum| total + sum)
}
