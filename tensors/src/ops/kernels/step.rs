//! What a dispatch of learning reads, what its workgroups compute with, and where the numbers of a
//! run begin.

use burn::cubecl::{self, prelude::*};

use super::Four;
use super::kernel_constants::{KernelConstants, Rows};
use crate::ops::learn::{UpdateScalar, stride};

/// What a step learns from.
#[derive(CubeType, CubeLaunch)]
pub struct StepInput {
    /// Each run's parameters, and the moments of its optimiser.
    pub state: Box<[f32]>,
    /// Each run's record of its rollout.
    pub record: Box<[i32]>,
    /// Each run's advantages, then its returns.
    pub targets: Box<[f32]>,
    /// The samples of each step.
    pub order: Box<[i32]>,
    /// The [`UpdateScalar`]s of each step.
    pub numbers: Box<[f32]>,
    /// The rows.
    pub rows: Rows,
}

/// What the threads of a workgroup compute with.
#[derive(CubeType)]
pub struct Workspace {
    /// The units of a layer, which all threads share.
    pub units: Shared<[Four]>,
    /// The outputs of the networks and the derivatives by them, which all threads share.
    pub passing: Shared<[f32]>,
    /// What is measured, by each thread on its own rows.
    pub sums: Array<f32>,
}

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
        state: run * comptime!(3 * stride(constants.num_parameters)),
        record: run * rows.record as usize,
        targets: run * 2 * rows.samples as usize,
        order: step * rows.rows as usize,
        numbers: step * UpdateScalar::COUNT,
    }
}
