//! [`policy_lab::ops::gaussian`] on the GPU.

use std::f32::consts::TAU;

use burn::cubecl::{self, prelude::*};
use policy_lab::ops::rollout::NORMAL_COUNTERS;

use super::formulas::sin_cos;
use super::threefry::threefry;

/// Returns the standard normal numbers from which an action of `count` numbers is drawn. The twin
/// is [`policy_lab::ops::rollout::host::normals`].
#[cube]
pub fn normals(
    seed: u32,
    purpose: u32,
    world: u32,
    step: u32,
    #[comptime] count: usize,
) -> Sequence<f32> {
    let mut normals = Sequence::<f32>::new();
    #[unroll]
    for pair in 0..comptime!((count as u32).div_ceil(2)) {
        let counters = comptime!(NORMAL_COUNTERS);
        let words = threefry(seed, purpose, world, step * counters + pair);
        // A half keeps the logarithm's argument above zero.
        let share = (f32::cast_from(words.x) + 0.5f32) * comptime!(1.0f32 / 4_294_967_296.0);
        // A device's logarithm of almost 1 may be above 0.
        let radius = max(-2.0f32 * share.ln(), 0.0f32).sqrt();
        let turn = sin_cos(f32::cast_from(words.y) * comptime!(TAU / 4_294_967_296.0));
        normals.push(radius * turn.cos);
        normals.push(radius * turn.sin);
    }
    normals
}

/// Returns the log-probability of one number of an action, given `z = (a - μ) / σ` and `ln σ`.
#[cube]
pub fn log_prob(away: f32, log_std: f32) -> f32 {
    -0.5f32 * away * away - log_std - comptime!(0.5 * TAU.ln())
}

/// Returns what one number of an action adds to the entropy.
#[cube]
pub fn entropy(log_std: f32) -> f32 {
    log_std + comptime!(0.5 + 0.5 * TAU.ln())
}
