//! The advantages of a step's rows, where the step has to compute something of them first: what the
//! critic's newest values leave, and mean and deviation within the minibatch.

use burn::cubecl::{self, prelude::*};

use super::Four;
use super::dense::dense;
use super::kernel_constants::{KernelConstants, NetworkKind, Rows};
use super::pass::load_obs;
use super::place::{GroupExtent, place};
use super::step::{StepInput, run_offsets};
use super::sums::{THREADS, sum_of_threads};
use crate::ops::learn::UpdateScalar;

/// See [`policy_lab::algos::columns::standardise_column`].
const STANDARD_EPSILON: f32 = 1e-8;

/// Subtracts the critic's newest values from the returns of a step's rows, and writes the results
/// over the advantages of their samples. Groups of rows lie along x, the runs along y.
#[cube(launch_unchecked)]
pub fn subtract_values(
    step: &mut StepInput,
    extent: &GroupExtent,
    #[comptime] constants: KernelConstants,
) {
    let tile = comptime!(constants.tile);
    let mut units =
        Shared::<[Four]>::new_slice(comptime!(constants.width() * constants.tile.quads));
    let place = place(extent);
    let first = place.x as usize * comptime!(constants.tile.rows());
    let at_run = run_offsets(&step.rows, place.y, comptime!(constants.clone()));
    load_obs(
        &*step,
        &mut units,
        first,
        &at_run,
        comptime!(constants.clone()),
    );
    sync_cube();
    #[unroll]
    for index in 0..comptime!(constants.depth(NetworkKind::Critic)) {
        dense(
            &step.state,
            at_run.state,
            &mut units,
            comptime!(constants.layer(NetworkKind::Critic, index)),
            tile,
        );
    }
    let samples = step.rows.samples as usize;
    let mut at = UNIT_POS as usize;
    while at < comptime!(tile.quads) {
        let values = units[at];
        #[unroll]
        for lane in 0..4 {
            let row = first + at * 4 + lane;
            if row < step.rows.rows as usize {
                let own = at_run.targets + step.order[at_run.order + row] as usize;
                step.targets[own] = step.targets[own + samples] - values.extract(lane);
            }
        }
        at += comptime!(tile.threads);
    }
}

/// Computes the mean of the advantages of each step's rows, and 1 divided by their standard
/// deviation. The steps lie along x, from the dispatch's own on, the runs along y.
#[cube(launch_unchecked)]
pub fn moments(
    targets: &[f32],
    order: &[i32],
    numbers: &mut [f32],
    rows: &Rows,
    extent: &GroupExtent,
) {
    let place = place(extent);
    let run = place.y as usize;
    let count = rows.rows;
    let step = run * rows.steps as usize + (rows.step + place.x) as usize;
    let first = step * count as usize;
    let from = run * 2 * rows.samples as usize;
    let mut shared = Shared::<[f32]>::new_slice(THREADS);
    let mut sum = 0.0f32;
    let mut row = UNIT_POS as usize;
    while row < count as usize {
        sum += targets[from + order[first + row] as usize];
        row += THREADS;
    }
    let mean = sum_of_threads(sum, &mut shared) / f32::cast_from(count);
    let mut square = 0.0f32;
    let mut row = UNIT_POS as usize;
    while row < count as usize {
        let away = targets[from + order[first + row] as usize] - mean;
        square += away * away;
        row += THREADS;
    }
    let squares = sum_of_threads(square, &mut shared);
    if UNIT_POS == 0 {
        let deviation = (squares / f32::cast_from(count - 1u32)).sqrt();
        let into = step * UpdateScalar::COUNT;
        numbers[into + comptime!(UpdateScalar::Mean as usize)] = mean;
        numbers[into + comptime!(UpdateScalar::InverseDeviation as usize)] =
            1.0f32 / (deviation + STANDARD_EPSILON);
    }
}
