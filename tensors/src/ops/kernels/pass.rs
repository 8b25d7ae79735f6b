//! A group of rows through both networks, the loss and back: the twin of `train/learner/pass.rs`.

use burn::cubecl::{self, prelude::*};
use policy_lab::ops::rollout::TERMINATED_BIT;

use super::Four;
use super::backward::back;
use super::dense::{dense, pack, unpack};
use super::formulas::observed;
use super::gaussian;
use super::kernel_constants::{KernelConstants, NetworkKind};
use super::slopes::{self, Coefficients, Sample, policy};
use super::step::{RunOffsets, StepInput, Workspace};
use crate::ops::gpu_layout::Tile;
use crate::ops::learn::{AdvantageFrom, Sum, UpdateScalar};

/// Takes a group of rows through the networks, the loss and back. Keeps every layer's inputs and
/// the derivatives by its sums in `scratch`, from `slot` on.
#[cube]
pub fn forward_backward(
    step: &StepInput,
    scratch: &mut [Four],
    workspace: &mut Workspace,
    group: usize,
    slot: usize,
    at_run: &RunOffsets,
    #[comptime] constants: KernelConstants,
) {
    let tile = comptime!(constants.tile);
    let height = comptime!(constants.tile.rows());
    let outputs = comptime!(constants.num_actions() + constants.critic.len().min(1));
    let observed = comptime!(constants.obs_size() * tile.quads);
    let first = group * height;
    let count = step.rows.rows as usize - first;

    load_obs(
        step,
        &mut workspace.units,
        first,
        at_run,
        comptime!(constants.clone()),
    );
    keep(&workspace.units, scratch, slot, observed, tile);
    sync_cube();
    forward(
        step,
        scratch,
        workspace,
        slot,
        at_run,
        NetworkKind::Actor,
        comptime!(constants.clone()),
    );
    if comptime!(!constants.critic.is_empty()) {
        // Each thread reads what it wrote.
        let mut at = UNIT_POS as usize;
        while at < observed {
            workspace.units[at] = scratch[slot + at];
            at += comptime!(tile.threads);
        }
        sync_cube();
        forward(
            step,
            scratch,
            workspace,
            slot,
            at_run,
            NetworkKind::Critic,
            comptime!(constants.clone()),
        );
    }
    sync_storage();

    let mut row = UNIT_POS as usize;
    while row < height {
        if row < count {
            row_slopes(
                step,
                workspace,
                row,
                step.order[at_run.order + first + row] as usize,
                at_run,
                comptime!(constants.clone()),
            );
        } else {
            #[unroll]
            for output in 0..outputs {
                workspace.passing[output * height + row] = 0.0f32;
            }
        }
        row += comptime!(tile.threads);
    }
    sync_cube();
    backward(
        step,
        scratch,
        workspace,
        slot,
        at_run,
        NetworkKind::Actor,
        comptime!(constants.clone()),
    );
    if comptime!(!constants.critic.is_empty()) {
        backward(
            step,
            scratch,
            workspace,
            slot,
            at_run,
            NetworkKind::Critic,
            comptime!(constants.clone()),
        );
    }
}

/// Fills shared memory with the observations of a group of rows, from `first` on; rows after the
/// last are 0.
#[cube]
pub fn load_obs(
    step: &StepInput,
    units: &mut Shared<[Four]>,
    first: usize,
    at_run: &RunOffsets,
    #[comptime] constants: KernelConstants,
) {
    let tile = comptime!(constants.tile);
    let samples = step.rows.samples as usize;
    let mut at = UNIT_POS as usize;
    while at < comptime!(constants.obs_size() * tile.quads) {
        let column = at / comptime!(tile.quads);
        let row = first + (at % comptime!(tile.quads)) * 4;
        let mut four = Four::new(0.0f32);
        #[unroll]
        for lane in 0..4 {
            if row + lane < step.rows.rows as usize {
                let sample = step.order[at_run.order + row + lane] as usize;
                let at = at_run.record + sample;
                let observe = comptime!(constants.observe.clone());
                four.insert(lane, observed(&step.record, at, samples, column, observe));
            }
        }
        units[at] = four;
        at += comptime!(tile.threads);
    }
}

/// Keeps the first `count` vectors of shared memory, from `first` on.
#[cube]
fn keep(
    units: &Shared<[Four]>,
    scratch: &mut [Four],
    first: usize,
    #[comptime] count: usize,
    #[comptime] tile: Tile,
) {
    let mut at = UNIT_POS as usize;
    while at < count {
        scratch[first + at] = units[at];
        at += comptime!(tile.threads);
    }
}

/// Applies a network to the observations in shared memory, keeps the inputs of its layers, and
/// passes its outputs on.
#[cube]
fn forward(
    step: &StepInput,
    scratch: &mut [Four],
    workspace: &mut Workspace,
    slot: usize,
    at_run: &RunOffsets,
    #[comptime] network: NetworkKind,
    #[comptime] constants: KernelConstants,
) {
    let tile = comptime!(constants.tile);
    #[unroll]
    for index in 0..comptime!(constants.depth(network)) {
        let layer = comptime!(constants.layer(network, index));
        if comptime!(index > 0) {
            let first = slot + comptime!(constants.inputs_at(network, index) * tile.quads);
            let count = comptime!(layer.inputs * tile.quads);
            keep(&workspace.units, scratch, first, count, tile);
        }
        dense(&step.state, at_run.state, &mut workspace.units, layer, tile);
    }
    unpack(
        &workspace.units,
        &mut workspace.passing,
        comptime!(constants.passed_at(network)),
        comptime!(constants.outputs(network)),
        tile,
    );
}

/// Replaces the outputs of one row by the derivatives of the loss by them.
#[cube]
fn row_slopes(
    step: &StepInput,
    workspace: &mut Workspace,
    row: usize,
    sample: usize,
    at_run: &RunOffsets,
    #[comptime] constants: KernelConstants,
) {
    let height = comptime!(constants.tile.rows());
    let actions = comptime!(constants.num_actions());
    let row_size = comptime!(constants.row_size());
    let samples = step.rows.samples as usize;
    let own = at_run.record + sample;
    let with = Coefficients {
        clip_coef: step.numbers[at_run.numbers + comptime!(UpdateScalar::ClipCoef as usize)],
        ent_coef: step.numbers[at_run.numbers + comptime!(UpdateScalar::EntCoef as usize)],
        vf_coef: step.numbers[at_run.numbers + comptime!(UpdateScalar::VfCoef as usize)],
        huber_delta: step.numbers[at_run.numbers + comptime!(UpdateScalar::HuberDelta as usize)],
        share: 1.0f32 / f32::cast_from(step.rows.rows),
    };
    let taken = u32::reinterpret(step.record[own + row_size * samples]);
    let action = taken & comptime!((1u32 << TERMINATED_BIT) - 1);
    let log_stds = at_run.state + comptime!(constants.log_stds_at());
    let mut entropy = 0.0f32;
    let mut log_prob = 0.0f32;
    if comptime!(constants.num_controls > 0) {
        // The outputs, which are means, become how far the action is from them, in deviations.
        #[unroll]
        for number in 0..actions {
            let log_std = step.state[log_stds + number];
            let at = own + comptime!(constants.state_size() + number) * samples;
            let mean = workspace.passing[number * height + row];
            let away = (f32::reinterpret(step.record[at]) - mean) * (-log_std).exp();
            workspace.passing[number * height + row] = away;
            log_prob += gaussian::log_prob(away, log_std);
            entropy += gaussian::entropy(log_std);
        }
    } else {
        let mut largest = workspace.passing[row];
        #[unroll]
        for other in 1..actions {
            largest = max(largest, workspace.passing[other * height + row]);
        }
        let mut total = 0.0f32;
        #[unroll]
        for other in 0..actions {
            total += (workspace.passing[other * height + row] - largest).exp();
        }
        let shift = largest + total.ln();
        #[unroll]
        for other in 0..actions {
            let log_prob = workspace.passing[other * height + row] - shift;
            workspace.passing[other * height + row] = log_prob;
            entropy -= log_prob.exp() * log_prob;
        }
        log_prob = workspace.passing[action as usize * height + row];
    }
    workspace.sums[comptime!(Sum::Entropy as usize)] += entropy;

    let ret = step.targets[at_run.targets + samples + sample];
    let mut advantage = step.targets[at_run.targets + sample];
    let mut error = 0.0f32;
    let mut by_value = 0.0f32;
    if comptime!(!constants.critic.is_empty()) {
        let now = workspace.passing[comptime!(actions * height) + row];
        error = now - ret;
        let term = if comptime!(constants.clips_values) {
            slopes::clipped_value(now, ret - advantage, ret, &with)
        } else {
            slopes::value(error, &with)
        };
        by_value = term.by_value;
        workspace.sums[comptime!(Sum::ValueLoss as usize)] += with.vf_coef * term.loss;
    }
    match comptime!(constants.advantage) {
        AdvantageFrom::Targets => {}
        AdvantageFrom::StandardisedTargets | AdvantageFrom::StandardisedValue => {
            let mean = step.numbers[at_run.numbers + comptime!(UpdateScalar::Mean as usize)];
            let scale =
                step.numbers[at_run.numbers + comptime!(UpdateScalar::InverseDeviation as usize)];
            advantage = (advantage - mean) * scale;
        }
        AdvantageFrom::Value { .. } => {
            advantage = -error;
        }
    }
    let sample = Sample {
        log_prob,
        old_log_prob: f32::reinterpret(step.record[own + (row_size + 1) * samples]),
        advantage,
        ret,
    };
    let slopes = policy(
        &sample,
        &mut workspace.sums,
        &with,
        comptime!(constants.loss),
    );
    if comptime!(constants.num_controls > 0) {
        #[unroll]
        for number in 0..actions {
            let away = workspace.passing[number * height + row];
            let inverse = (-step.state[log_stds + number]).exp();
            workspace.passing[number * height + row] =
                slopes.by_log_prob * away * inverse * with.share;
            workspace.sums[comptime!(Sum::COUNT + number)] +=
                (slopes.by_log_prob * (away * away - 1.0f32) - with.ent_coef) * with.share;
        }
    } else {
        #[unroll]
        for other in 0..actions {
            let log_prob = workspace.passing[other * height + row];
            let probability = log_prob.exp();
            let is_taken = select(action == other as u32, 1.0f32, 0.0f32);
            workspace.passing[other * height + row] = (slopes.by_log_prob
                * (is_taken - probability)
                + with.ent_coef * probability * (log_prob + entropy))
                * with.share;
        }
    }
    if comptime!(!constants.critic.is_empty()) {
        let mut slope = with.vf_coef * by_value;
        if comptime!(constants.advantage == AdvantageFrom::Value { flows: true }) {
            slope -= slopes.by_advantage;
        }
        workspace.passing[comptime!(actions * height) + row] = slope * with.share;
    }
}

/// Goes back through a network from the derivatives by its outputs, and keeps those by the sums of
/// its layers.
#[cube]
fn backward(
    step: &StepInput,
    scratch: &mut [Four],
    workspace: &mut Workspace,
    slot: usize,
    at_run: &RunOffsets,
    #[comptime] network: NetworkKind,
    #[comptime] constants: KernelConstants,
) {
    let tile = comptime!(constants.tile);
    let depth = comptime!(constants.depth(network));
    pack(
        &workspace.passing,
        &mut workspace.units,
        comptime!(constants.passed_at(network)),
        comptime!(constants.outputs(network)),
        tile,
    );
    #[unroll]
    for back_step in 0..depth {
        let index = comptime!(depth - 1 - back_step);
        let layer = comptime!(constants.layer(network, index));
        let first = slot + comptime!(constants.deltas_at(network, index) * tile.quads);
        let count = comptime!(layer.outputs * tile.quads);
        keep(&workspace.units, scratch, first, count, tile);
        if comptime!(index > 0) {
            back(
                &step.state,
                at_run.state,
                &*scratch,
                slot + comptime!(constants.inputs_at(network, index) * tile.quads),
                &mut workspace.units,
                layer,
                comptime!(constants.layer(network, index - 1).activation),
                tile,
            );
        }
    }
    sync_cube();
}
