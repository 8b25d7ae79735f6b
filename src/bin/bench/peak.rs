//! The peak speed of one core: multiplications and additions that wait only for each other.

use std::hint::black_box;

use web_time::Instant;
use wide::f32x4;

const LANES: usize = 4;
/// Links of each chain in one turn of the loop. With sixteen the loop exceeds the core's cache of decoded instructions:
/// on an EPYC it reaches 33 GFLOP/s instead of 41.
const LINKS: usize = 4;
const REPEATS: usize = 5;
/// Shortest time that is measured.
const ENOUGH_SECS: f64 = 0.1;

/// Returns GFLOP/s of one core with SIMD128, which has no fused multiply-add: the best of a few repeats, with 8, 12 or
/// 16 chains side by side. On that EPYC they reach 32, 41 and 33: twelve keep four units busy, sixteen do not fit into
/// x86's registers.
pub fn cpu_peak() -> f64 {
    best::<8>().max(best::<12>()).max(best::<16>())
}

fn best<const CHAINS: usize>() -> f64 {
    let mut turns = 1 << 18;
    while seconds::<CHAINS>(turns) < ENOUGH_SECS {
        turns *= 2;
    }
    let shortest = (0..REPEATS)
        .map(|_| seconds::<CHAINS>(turns))
        .fold(f64::INFINITY, f64::min);
    let operations_a_turn = (2 * LINKS * CHAINS * LANES) as f64;
    operations_a_turn * turns as f64 / shortest / 1e9
}

fn seconds<const CHAINS: usize>(turns: usize) -> f64 {
    let begun = Instant::now();
    // The compiler can neither evaluate nor remove what passes through a black box.
    black_box(run::<CHAINS>(black_box(0.999), black_box(0.001), turns));
    begun.elapsed().as_secs_f64()
}

/// Multiplies and adds in chains that converge to 1, so that no number gets near 0, where small numbers are slow.
#[inline(never)]
fn run<const CHAINS: usize>(scale: f32, offset: f32, turns: usize) -> f32x4 {
    let (scale, offset) = (f32x4::splat(scale), f32x4::splat(offset));
    let mut chains: [f32x4; CHAINS] = std::array::from_fn(|chain| f32x4::splat(chain as f32));
    for _ in 0..turns {
        for _ in 0..LINKS {
            for value in &mut chains {
                *value = *value * scale + offset;
            }
        }
    }
    chains
        .into_iter()
        .fold(f32x4::ZERO, |sum, value| sum + value)
}
