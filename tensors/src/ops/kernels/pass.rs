//! A group of rows through both networks, the loss and back: the twin of `train/learner/pass.rs`.

use burn::cubecl::{self, prelude::*};
use policy_lab::ops::rollout::TERMINATED_BIT;

use super::Four;
use super::backward::back;
use super::dense::dense;
use super::kernel_constants::{KernelConstants, NetworkKind, Rows};
use super::slopes::{Coefficients, Sample, policy};
use crate::ops::learn::{AdvantageFrom, Sum, UpdateScalar};

/// Where the numbers of a run begin.
#[derive(CubeType, Clone, Copy)]
pub struct RunOffsets {
    /// Its parameters.
    pub state: usize,
    /// Its record.
    pub record: usize,
    /// Its targets.
    pub targets: usize,
    /// The samples of this step.
    pub order: usize,
    /// The numbers of this step.
    pub numbers: usize,
}

/// Returns where the numbers of a run begin, by its place along y.
#[cube]
pub fn run_offsets(rows: &Rows, place: u32, #[comptime] constants: KernelConstants) -> RunOffsets {
    let run = (rows.first_run + place) as usize;
    let step = run * rows.steps as usize + rows.step as usize;
    RunOffsets {
        state: run * comptime!(3 * constants.stride()),
        record: run * rows.record as usize,
        targets: run * 2 * rows.samples as usize,
        order: step * rows.rows as usize,
        numbers: step * UpdateScalar::COUNT,
    }
}

/// Takes a group of rows through the networks, the loss and back. Keeps every layer's inputs and
/// the derivatives by its sums.
#[cube]
pub fn forward_backward(
    state: &[f32],
    record: &[i32],
    targets: &[f32],
    order: &[i32],
    numbers: &[f32],
    scratch: &mut [Four],
    units: &mut Shared<[Four]>,
    passing: &mut Shared<[f32]>,
    sums: &mut Array<f32>,
    group: usize,
    slot: usize,
    at_run: &RunOffsets,
    rows: &Rows,
    #[comptime] constants: KernelConstants,
) {
    let tile = comptime!(constants.tile);
    let height = comptime!(constants.tile.rows());
    let actions = comptime!(constants.num_actions());
    let has_critic = comptime!(!constants.critic.is_empty());
    let first = group * height;
    let in_order = at_run.order + first;
    let count = rows.rows as usize - first;

    load_obs(
        record,
        order,
        units,
        first,
        at_run,
        rows,
        comptime!(constants.clone()),
    );
    // Each thread reads what it wrote.
    let mut at = UNIT_POS as usize;
    while at < comptime!(constants.obs_size() * tile.quads) {
        scratch[slot + at] = units[at];
        at += comptime!(tile.threads);
    }
    sync_cube();
    forward(
        state,
        at_run.state,
        scratch,
        units,
        passing,
        slot,
        0usize,
        NetworkKind::Actor,
        comptime!(constants.clone()),
    );
    if comptime!(has_critic) {
        // Each thread reads what it wrote.
        let mut at = UNIT_POS as usize;
        while at < comptime!(constants.obs_size() * tile.quads) {
            units[at] = scratch[slot + at];
            at += comptime!(tile.threads);
        }
        sync_cube();
        forward(
            state,
            at_run.state,
            scratch,
            units,
            passing,
            slot,
            comptime!(actions * height),
            NetworkKind::Critic,
            comptime!(constants.clone()),
        );
    }
    sync_storage();

    let mut row = UNIT_POS as usize;
    while row < height {
        if row < count {
            let sample = order[in_order + row] as usize;
            row_slopes(
                record,
                targets,
                numbers,
                passing,
                sums,
                row,
                sample,
                at_run,
                rows,
                comptime!(constants.clone()),
            );
        } else {
            #[unroll]
            for output in 0..comptime!(actions + if has_critic { 1 } else { 0 }) {
                passing[output * height + row] = 0.0f32;
            }
        }
        row += comptime!(tile.threads);
    }
    sync_cube();
    backward(
        state,
        at_run.state,
        scratch,
        units,
        &*passing,
        slot,
        0usize,
        NetworkKind::Actor,
        comptime!(constants.clone()),
    );
    if comptime!(has_critic) {
        backward(
            state,
            at_run.state,
            scratch,
            units,
            &*passing,
            slot,
            comptime!(actions * height),
            NetworkKind::Critic,
            comptime!(constants.clone()),
        );
    }
}

/// Fills shared memory with the observations of a group of rows, from `first` on; rows after the
/// last are 0.
#[cube]
pub fn load_obs(
    record: &[i32],
    order: &[i32],
    units: &mut Shared<[Four]>,
    first: usize,
    at_run: &RunOffsets,
    rows: &Rows,
    #[comptime] constants: KernelConstants,
) {
    let tile = comptime!(constants.tile);
    let samples = rows.samples as usize;
    let mut at = UNIT_POS as usize;
    while at < comptime!(constants.obs_size() * tile.quads) {
        let column = at / comptime!(tile.quads);
        let row = first + (at % comptime!(tile.quads)) * 4;
        let mut four = Four::new(0.0f32);
        #[unroll]
        for lane in 0..4 {
            if row + lane < rows.rows as usize {
                let sample = order[at_run.order + row + lane] as usize;
                let word = record[at_run.record + column * samples + sample];
                four.insert(lane, f32::reinterpret(word));
            }
        }
        units[at] = four;
        at += comptime!(tile.threads);
    }
}

/// Applies a network to the observations in `units`, keeps the inputs of its layers, and passes its
/// outputs on.
#[cube]
fn forward(
    state: &[f32],
    run: usize,
    scratch: &mut [Four],
    units: &mut Shared<[Four]>,
    passing: &mut Shared<[f32]>,
    slot: usize,
    passed: usize,
    #[comptime] network: NetworkKind,
    #[comptime] constants: KernelConstants,
) {
    let tile = comptime!(constants.tile);
    #[unroll]
    for index in 0..comptime!(constants.depth(network)) {
        if comptime!(index > 0) {
            let first = slot + comptime!(constants.inputs_at(network, index) * tile.quads);
            let mut at = UNIT_POS as usize;
            while at < comptime!(constants.layer(network, index).inputs * tile.quads) {
                scratch[first + at] = units[at];
                at += comptime!(tile.threads);
            }
        }
        dense(
            state,
            run,
            units,
            comptime!(constants.layer(network, index)),
            tile,
        );
    }
    let mut at = UNIT_POS as usize;
    while at
        < comptime!(
            constants
                .layer(network, constants.depth(network) - 1)
                .outputs
                * tile.quads
        )
    {
        let four = units[at];
        #[unroll]
        for lane in 0..4 {
            passing[passed + at * 4 + lane] = four.extract(lane);
        }
        at += comptime!(tile.threads);
    }
    sync_cube();
}

/// Replaces the outputs of one row by the derivatives of the loss by them.
#[cube]
fn row_slopes(
    record: &[i32],
    targets: &[f32],
    numbers: &[f32],
    passing: &mut Shared<[f32]>,
    sums: &mut Array<f32>,
    row: usize,
    sample: usize,
    at_run: &RunOffsets,
    rows: &Rows,
    #[comptime] constants: KernelConstants,
) {
    let height = comptime!(constants.tile.rows());
    let actions = comptime!(constants.num_actions());
    let obs_size = comptime!(constants.obs_size());
    let samples = rows.samples as usize;
    let own = at_run.record + sample;
    let with = Coefficients {
        clip_coef: numbers[at_run.numbers + comptime!(UpdateScalar::ClipCoef as usize)],
        ent_coef: numbers[at_run.numbers + comptime!(UpdateScalar::EntCoef as usize)],
        vf_coef: numbers[at_run.numbers + comptime!(UpdateScalar::VfCoef as usize)],
        share: 1.0f32 / f32::cast_from(rows.rows),
    };
    let taken = u32::reinterpret(record[own + obs_size * samples]);
    let action = taken & comptime!((1u32 << TERMINATED_BIT) - 1);
    let mut largest = passing[row];
    #[unroll]
    for other in 1..actions {
        largest = max(largest, passing[other * height + row]);
    }
    let mut total = 0.0f32;
    #[unroll]
    for other in 0..actions {
        total += (passing[other * height + row] - largest).exp();
    }
    let shift = largest + total.ln();
    let mut entropy = 0.0f32;
    #[unroll]
    for other in 0..actions {
        let log_prob = passing[other * height + row] - shift;
        passing[other * height + row] = log_prob;
        entropy -= log_prob.exp() * log_prob;
    }
    sums[comptime!(Sum::Entropy as usize)] += entropy;

    let ret = targets[at_run.targets + samples + sample];
    let mut advantage = targets[at_run.targets + sample];
    let mut error = 0.0f32;
    if comptime!(!constants.critic.is_empty()) {
        error = passing[comptime!(actions * height) + row] - ret;
        sums[comptime!(Sum::ValueLoss as usize)] += with.vf_coef * error * error;
    }
    match comptime!(constants.advantage) {
        AdvantageFrom::Targets => {}
        AdvantageFrom::StandardisedTargets | AdvantageFrom::StandardisedValue => {
            let mean = numbers[at_run.numbers + comptime!(UpdateScalar::Mean as usize)];
            let scale =
                numbers[at_run.numbers + comptime!(UpdateScalar::InverseDeviation as usize)];
            advantage = (advantage - mean) * scale;
        }
        AdvantageFrom::Value { .. } => {
            advantage = -error;
        }
    }
    let sample = Sample {
        log_prob: passing[action as usize * height + row],
        old_log_prob: f32::reinterpret(record[own + (obs_size + 1) * samples]),
        advantage,
        ret,
    };
    let slopes = policy(&sample, sums, &with, comptime!(constants.loss));
    #[unroll]
    for other in 0..actions {
        let log_prob = passing[other * height + row];
        let probability = log_prob.exp();
        let is_taken = select(action == other as u32, 1.0f32, 0.0f32);
        passing[other * height + row] = (slopes.by_log_prob * (is_taken - probability)
            + with.ent_coef * probability * (log_prob + entropy))
            * with.share;
    }
    if comptime!(!constants.critic.is_empty()) {
        let mut slope = with.vf_coef * 2.0f32 * error;
        if comptime!(constants.advantage == AdvantageFrom::Value { flows: true }) {
            slope -= slopes.by_advantage;
        }
        passing[comptime!(actions * height) + row] = slope * with.share;
    }
}

/// Goes back through a network from the derivatives by its outputs, and keeps those by the sums of
/// its layers.
#[cube]
fn backward(
    state: &[f32],
    run: usize,
    scratch: &mut [Four],
    units: &mut Shared<[Four]>,
    passing: &Shared<[f32]>,
    slot: usize,
    passed: usize,
    #[comptime] network: NetworkKind,
    #[comptime] constants: KernelConstants,
) {
    let tile = comptime!(constants.tile);
    let depth = comptime!(constants.depth(network));
    let mut at = UNIT_POS as usize;
    while at < comptime!(constants.layer(network, depth - 1).outputs * tile.quads) {
        let mut four = Four::new(0.0f32);
        #[unroll]
        for lane in 0..4 {
            four.insert(lane, passing[passed + at * 4 + lane]);
        }
        units[at] = four;
        at += comptime!(tile.threads);
    }
    sync_cube();
    #[unroll]
    for step in 0..depth {
        let index = comptime!(depth - 1 - step);
        let layer = comptime!(constants.layer(network, index));
        let first = slot + comptime!(constants.deltas_at(network, index) * tile.quads);
        let mut at = UNIT_POS as usize;
        while at < comptime!(layer.outputs * tile.quads) {
            scratch[first + at] = units[at];
            at += comptime!(tile.threads);
        }
        if comptime!(index > 0) {
            let kept = slot + comptime!(constants.inputs_at(network, index) * tile.quads);
            let activation = comptime!(constants.layer(network, index - 1).activation);
            back(state, run, &*scratch, kept, units, layer, activation, tile);
        }
    }
    sync_cube();
}
