//! Gradient steps. One dispatch takes rows through both networks, the loss and back, and sums their
//! gradients; one adds the parts up, and one clips and descends.

use burn::cubecl::{self, prelude::*};
use policy_lab::ops::adam::NORM_EPSILON;

use super::Four;
use super::backward::{GroupSum, PatchOf, patch};
use super::kernel_constants::{KernelConstants, Rows};
use super::pass::forward_backward;
use super::place::{GroupExtent, number_at, place};
use super::step::{StepInput, Workspace, run_offsets};
use super::sums::{THREADS, sum_of_threads};
use crate::ops::learn::{MEASURES, Sum, UpdateScalar, stride};

/// The gradient of each run's loss.
#[derive(CubeType, CubeLaunch)]
pub struct RunGradients {
    /// The derivatives, `[run][parameter]`.
    pub slopes: Box<[f32]>,
    /// The sums of their squares, `[run][workgroup]`.
    pub squares: Box<[f32]>,
}

/// Sums the gradient and the measures of a part of the rows: `[run][part][parameters, then sums]`.
/// The parts lie along x, the runs along y.
#[cube(launch_unchecked)]
pub fn gradient(
    step: &StepInput,
    scratch: &mut [Four],
    partials: &mut [f32],
    extent: &GroupExtent,
    #[comptime] constants: KernelConstants,
) {
    let place = place(extent);
    let rows = &step.rows;
    let threads = comptime!(constants.tile.threads);
    let slot = comptime!(constants.slot());
    let mut workspace = Workspace {
        units: Shared::<[Four]>::new_slice(comptime!(constants.width() * constants.tile.quads)),
        passing: Shared::<[f32]>::new_slice(comptime!(constants.passing())),
        sums: Array::<f32>::new(comptime!(constants.thread_sums())),
    };
    #[unroll]
    for index in 0..comptime!(constants.thread_sums()) {
        workspace.sums[index] = 0.0f32;
    }
    let run = (rows.first_run + place.y) as usize;
    let at_run = run_offsets(rows, place.y, comptime!(constants.clone()));
    let part = place.x;
    let into = (run * extent.x as usize + part as usize) * comptime!(constants.sums());
    let begin = part * rows.groups_per_part;
    let end = min(begin + rows.groups_per_part, rows.groups);
    let mut chunk = begin;
    while chunk < end {
        let mut stop = end;
        let mut own = (place.y * rows.groups + begin) as usize * slot;
        if comptime!(constants.chunk.is_some()) {
            stop = min(chunk + comptime!(constants.chunk.unwrap_or(1) as u32), end);
            own = (place.y * extent.x + part) as usize
                * comptime!(constants.chunk.unwrap_or(1) * slot);
        }
        for group in chunk..stop {
            forward_backward(
                step,
                scratch,
                &mut workspace,
                (rows.first_group + group) as usize,
                own + (group - chunk) as usize * slot,
                &at_run,
                comptime!(constants.clone()),
            );
        }
        if comptime!(constants.chunk.is_some()) {
            sync_storage();
            let sum = GroupSum {
                first: own,
                groups: (stop - chunk) as usize,
                into,
                adds: rows.adds == 1u32 || chunk > begin,
            };
            let patches = comptime!(constants.patches().collect::<Vec<_>>());
            #[unroll]
            for index in 0..comptime!(patches.len()) {
                let of = comptime!(patches[index]);
                for tile in 0..comptime!(of.grid.down.tiles * of.grid.across.tiles) {
                    patch(&*scratch, partials, tile, &sum, of);
                }
            }
            sync_storage();
        }
        chunk = stop;
    }
    #[unroll]
    for index in 0..comptime!(constants.thread_sums()) {
        workspace.passing[index * threads + UNIT_POS as usize] = workspace.sums[index];
    }
    sync_cube();
    let mut index = UNIT_POS as usize;
    while index < comptime!(constants.thread_sums()) {
        let mut sum = 0.0f32;
        for thread in 0..threads {
            sum += workspace.passing[index * threads + thread];
        }
        let mut at = into + comptime!(constants.num_parameters) + index;
        if index >= comptime!(Sum::COUNT) {
            at = into + comptime!(constants.log_stds_at()) + index - comptime!(Sum::COUNT);
        }
        if rows.adds == 1u32 {
            sum += partials[at];
        }
        partials[at] = sum;
        index += threads;
    }
}

/// Sums a layer's gradient over the parts of the rows, from what [`gradient()`] kept. The tiles of
/// its weights lie along x, the parts along y, the runs along z.
#[cube(launch_unchecked)]
pub fn layer_gradient(
    scratch: &[Four],
    partials: &mut [f32],
    rows: &Rows,
    extent: &GroupExtent,
    #[comptime] sums: usize,
    #[comptime] of: PatchOf,
) {
    let at = place(extent);
    let begin = at.y * rows.groups_per_part;
    let end = min(begin + rows.groups_per_part, rows.groups);
    let run = (rows.first_run + at.z) as usize;
    let sum = GroupSum {
        first: (at.z * rows.groups + begin) as usize * comptime!(of.units * of.quads),
        groups: (end - min(begin, end)) as usize,
        into: (run * extent.y as usize + at.y as usize) * sums,
        adds: rows.adds == 1u32,
    };
    patch(scratch, partials, at.x as usize, &sum, of);
}

/// Adds the parts of a gradient up, and sums its squares: one sum for each workgroup. Also writes
/// what the step measured. The numbers of a gradient lie along x, the runs along y.
#[cube(launch_unchecked)]
pub fn add_parts(
    partials: &[f32],
    gradient: &mut RunGradients,
    measures: &mut [f32],
    parts: u32,
    rows: &Rows,
    extent: &GroupExtent,
    #[comptime] num_parameters: usize,
) {
    let sums = comptime!(num_parameters + Sum::COUNT);
    let place = place(extent);
    let run = place.y as usize;
    let at = number_at(&place);
    let mut sum = 0.0f32;
    if at < sums {
        for part in 0..parts as usize {
            sum += partials[(run * parts as usize + part) * sums + at];
        }
    }
    let mut square = 0.0f32;
    if at < num_parameters {
        gradient.slopes[run * num_parameters + at] = sum;
        square = sum * sum;
    } else if at < sums {
        let measured = (run * rows.steps as usize + rows.step as usize) * MEASURES;
        measures[measured + at - num_parameters] = sum / f32::cast_from(rows.rows);
    }
    let mut shared = Shared::<[f32]>::new_slice(THREADS);
    let total = sum_of_threads(square, &mut shared);
    if UNIT_POS == 0 {
        gradient.squares[run * extent.x as usize + place.x as usize] = total;
    }
}

/// Clips the gradient and takes a step of Adam; see [`policy_lab::ops::adam::descend`]. The
/// parameters lie along x, the runs along y.
#[cube(launch_unchecked)]
pub fn descend(
    state: &[f32],
    gradient: &RunGradients,
    numbers: &[f32],
    new_state: &mut [f32],
    measures: &mut [f32],
    rows: &Rows,
    extent: &GroupExtent,
    #[comptime] num_parameters: usize,
) {
    let stride = comptime!(stride(num_parameters));
    let place = place(extent);
    let run = place.y as usize;
    let step = run * rows.steps as usize + rows.step as usize;
    let scalars = step * UpdateScalar::COUNT;
    let beta_1 = numbers[scalars + comptime!(UpdateScalar::Beta1 as usize)];
    let beta_2 = numbers[scalars + comptime!(UpdateScalar::Beta2 as usize)];
    let kept = numbers[scalars + comptime!(UpdateScalar::Kept as usize)];
    let rate = numbers[scalars + comptime!(UpdateScalar::Rate as usize)];
    let second_scale = numbers[scalars + comptime!(UpdateScalar::SecondScale as usize)];
    let epsilon = numbers[scalars + comptime!(UpdateScalar::Epsilon as usize)];
    let max_norm = numbers[scalars + comptime!(UpdateScalar::MaxGradNorm as usize)];
    let sums = comptime!((num_parameters + Sum::COUNT).div_ceil(THREADS));
    let mut square = 0.0f32;
    let mut at = UNIT_POS as usize;
    while at < sums {
        square += gradient.squares[run * sums + at];
        at += THREADS;
    }
    let mut shared = Shared::<[f32]>::new_slice(THREADS);
    let norm = sum_of_threads(square, &mut shared).sqrt();
    let scale = min(max_norm / (norm + NORM_EPSILON), 1.0f32);
    let at = number_at(&place);
    if at < num_parameters {
        let own = run * comptime!(3 * stride) + at;
        let g = gradient.slopes[run * num_parameters + at] * scale;
        let m = normal(beta_1 * state[own + stride] + (1.0f32 - beta_1) * g);
        let v = normal(beta_2 * state[own + comptime!(2 * stride)] + (1.0f32 - beta_2) * g * g);
        new_state[own + stride] = m;
        new_state[own + comptime!(2 * stride)] = v;
        new_state[own] = kept * state[own] - rate * m / ((v * second_scale).sqrt() + epsilon);
    }
    if at == 0 {
        measures[step * MEASURES + comptime!(Sum::COUNT)] = norm;
    }
}

/// Returns 0 for a number so small that it has fewer digits than others; see
/// [`policy_lab::ops::adam`].
#[cube]
pub fn normal(number: f32) -> f32 {
    select(number.abs() < f32::MIN_POSITIVE, 0.0f32, number)
}

/// Counts the parameters of each run that are not finite. A workgroup has a run.
///
/// It looks at the bits: WGSL lets a compiler assume that no number is infinite or NaN, and so
/// answer a comparison without making it.
#[cube(launch_unchecked)]
pub fn count_not_finite(
    state: &[f32],
    counts: &mut [f32],
    extent: &GroupExtent,
    #[comptime] num_parameters: usize,
) {
    let run = place(extent).y as usize;
    let mut count = 0.0f32;
    let mut at = UNIT_POS as usize;
    while at < num_parameters {
        let bits = u32::reinterpret(state[run * comptime!(3 * stride(num_parameters)) + at]);
        if bits & EXPONENT == EXPONENT {
            count += 1.0f32;
        }
        at += THREADS;
    }
    let mut shared = Shared::<[f32]>::new_slice(THREADS);
    let total = sum_of_threads(count, &mut shared);
    if UNIT_POS == 0 {
        counts[run] = total;
    }
}

/// The bits of a single-precision exponent; all are set in infinities and NaN, and in no other
/// number.
const EXPONENT: u32 = 0x7f80_0000;
