//! Clipping and Adam's step on the GPU.

use burn::cubecl::{self, prelude::*};

use super::place::{GroupExtent, number_at, place};
use crate::ops::adam::NORM_EPSILON;

/// Threads of a workgroup.
pub const THREADS: usize = 256;

/// Scales a gradient to a norm of at most `max_norm`, in one workgroup.
#[cube(launch_unchecked)]
pub fn clip(gradient: &[f32], clipped: &mut [f32], norm: &mut [f32], max_norm: f32) {
    let mut shared = Shared::<[f32]>::new_slice(THREADS);
    let own = UNIT_POS as usize;
    let mut sum = 0.0f32;
    let mut at = own;
    while at < gradient.len() {
        sum += gradient[at] * gradient[at];
        at += THREADS;
    }
    let length = sum_of_threads(sum, &mut shared).sqrt();
    let scale = min(max_norm / (length + NORM_EPSILON), 1.0f32);
    let mut at = own;
    while at < gradient.len() {
        clipped[at] = gradient[at] * scale;
        at += THREADS;
    }
    if own == 0 {
        norm[0] = length;
    }
}

/// Returns the sum of what each of [`THREADS`] threads has. All of them must come here.
#[cube]
pub fn sum_of_threads(own: f32, shared: &mut Shared<[f32]>) -> f32 {
    let at = UNIT_POS as usize;
    // A sum before this one may still be read.
    sync_cube();
    shared[at] = own;
    let mut half = comptime!(THREADS / 2).runtime();
    while half > 0 {
        sync_cube();
        if at < half {
            shared[at] += shared[at + half];
        }
        half /= 2;
    }
    sync_cube();
    shared[0]
}

/// Returns 0 for a number so small that it has fewer digits than others; see [`crate::ops::adam`].
#[cube]
pub fn normal(number: f32) -> f32 {
    select(number.abs() < f32::MIN_POSITIVE, 0.0f32, number)
}

/// Takes a step of Adam; see [`crate::ops::adam::descend`].
#[cube(launch_unchecked)]
pub fn descend(
    parameters: &[f32],
    gradient: &[f32],
    first: &[f32],
    second: &[f32],
    new_parameters: &mut [f32],
    new_first: &mut [f32],
    new_second: &mut [f32],
    beta_1: f32,
    beta_2: f32,
    kept: f32,
    rate: f32,
    second_scale: f32,
    epsilon: f32,
    extent: &GroupExtent,
) {
    let at = number_at(&place(extent));
    if at < parameters.len() {
        let g = gradient[at];
        let m = normal(beta_1 * first[at] + (1.0f32 - beta_1) * g);
        let v = normal(beta_2 * second[at] + (1.0f32 - beta_2) * g * g);
        new_first[at] = m;
        new_second[at] = v;
        new_parameters[at] =
            kept * parameters[at] - rate * m / ((v * second_scale).sqrt() + epsilon);
    }
}
