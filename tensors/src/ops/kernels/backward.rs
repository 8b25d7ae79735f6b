//! The gradient of a network's parameters, for [`super::learn`]: the derivative of the loss by each
//! layer's sums ("deltas"), then the sum over rows of inputs times deltas.

use burn::cubecl::{self, prelude::*};
use policy_lab::config::options::Activation;

use super::Four;
use super::dense::{Layer, add_products};
use crate::ops::gpu_layout::{Grid, Tile};

/// Replaces a layer's deltas in shared memory by those of the layer before it.
#[cube]
pub fn back(
    parameters: &[f32],
    run: usize,
    kept: &[Four],
    first_kept: usize,
    units: &mut Shared<[Four]>,
    #[comptime] layer: Layer,
    #[comptime] activation: Option<Activation>,
    #[comptime] tile: Tile,
) {
    let quads = comptime!(tile.quads);
    let own = comptime!(layer.inputs.div_ceil(tile.threads));
    let last = comptime!(layer.inputs - 1);
    let mut sums = Array::<Four>::new(comptime!(own * quads));
    #[unroll]
    for index in 0..comptime!(own * quads) {
        sums[index] = Four::new(0.0);
    }
    add_products(
        parameters,
        run,
        units,
        &mut sums,
        comptime!(layer.backward()),
        tile,
    );
    sync_cube();
    #[unroll]
    for unit in 0..own {
        let input = UNIT_POS as usize + unit * comptime!(tile.threads);
        if input <= last {
            #[unroll]
            for quad in 0..quads {
                let value = kept[first_kept + input * quads + quad];
                units[input * quads + quad] = sums[unit * quads + quad] * slope(value, activation);
            }
        }
    }
    sync_cube();
}

/// Returns the activation's slope, computed from its value.
#[cube]
fn slope(value: Four, #[comptime] activation: Option<Activation>) -> Four {
    match comptime!(activation) {
        Some(Activation::Tanh) => Four::new(1.0) - value * value,
        Some(Activation::Relu) => select_many(
            value.greater_than(&Four::new(0.0)),
            Four::new(1.0),
            Four::new(0.0),
        ),
        None => Four::new(1.0),
    }
}

/// The place of one tile of a layer's weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PatchOf {
    /// The layer.
    pub layer: Layer,
    /// The first of its inputs among the units that are kept for a group of rows.
    pub inputs: usize,
    /// The first of the derivatives by its sums among these units.
    pub deltas: usize,
    /// Units that are kept for a group.
    pub units: usize,
    /// Vectors of rows in a group.
    pub quads: usize,
    /// The division of its weights.
    pub grid: Grid,
}

/// Which groups of rows are summed, and where to.
#[derive(CubeType, Clone, Copy)]
pub struct GroupSum {
    /// The first vector that is kept for them.
    pub first: usize,
    /// How many they are.
    pub groups: usize,
    /// Where the sums of all parameters begin.
    pub into: usize,
    /// True if what is there is added to.
    pub adds: bool,
}

/// Sums one tile of a layer's gradient over some groups of rows. A workgroup has a tile, and each
/// of its threads a block of weights.
#[cube]
pub fn patch(
    kept: &[Four],
    partials: &mut [f32],
    tile: usize,
    sum: &GroupSum,
    #[comptime] of: PatchOf,
) {
    let layer = comptime!(of.layer);
    let quads = comptime!(of.quads);
    let down = comptime!(of.grid.down);
    let across = comptime!(of.grid.across);
    let tile_row = tile / comptime!(across.tiles);
    let tile_column = tile % comptime!(across.tiles);
    let thread_row = UNIT_POS as usize / comptime!(across.threads);
    let thread_column = UNIT_POS as usize % comptime!(across.threads);
    let row = (tile_row * comptime!(down.threads) + thread_row) * comptime!(down.block);
    let column =
        (tile_column * comptime!(across.threads) + thread_column) * comptime!(across.block);
    let mut sums = Array::<f32>::new(comptime!(down.block * across.block));
    #[unroll]
    for index in 0..comptime!(down.block * across.block) {
        sums[index] = 0.0f32;
    }
    // The first vector of each unit within a group of rows. Units after the last one repeat it.
    let mut across_at = Sequence::<usize>::new();
    let mut down_at = Sequence::<usize>::new();
    // 1 for the row of ones after the inputs, whose vectors are then ignored.
    let mut ones = Sequence::<f32>::new();
    #[unroll]
    for offset in 0..comptime!(across.block) {
        let output = min(column + offset, comptime!(layer.outputs - 1));
        across_at.push(sum.first + (comptime!(of.deltas) + output) * quads);
    }
    #[unroll]
    for offset in 0..comptime!(down.block) {
        let input = min(row + offset, comptime!(layer.inputs - 1));
        down_at.push(sum.first + (comptime!(of.inputs) + input) * quads);
        ones.push(select(row + offset == layer.inputs, 1.0f32, 0.0f32));
    }
    for group in 0..sum.groups {
        let own = group * comptime!(of.units * quads);
        for quad in 0..quads {
            let mut outgoing = Sequence::<Four>::new();
            #[unroll]
            for offset in 0..comptime!(across.block) {
                outgoing.push(kept[own + *across_at.index(offset) + quad]);
            }
            #[unroll]
            for offset in 0..comptime!(down.block) {
                let one = *ones.index(offset);
                let input = kept[own + *down_at.index(offset) + quad];
                let input = select(one == 1.0f32, Four::new(1.0f32), input);
                #[unroll]
                for other in 0..comptime!(across.block) {
                    sums[offset * across.block + other] += input.dot(*outgoing.index(other));
                }
            }
        }
    }
    let first = sum.into + comptime!(layer.start);
    #[unroll]
    for offset in 0..comptime!(down.block) {
        #[unroll]
        for other in 0..comptime!(across.block) {
            let unit = row + offset;
            let output = column + other;
            if unit <= comptime!(layer.inputs) && output < comptime!(layer.outputs) {
                let at = first + unit * comptime!(layer.outputs) + output;
                let mut total = sums[offset * across.block + other];
                if sum.adds {
                    total += partials[at];
                }
                partials[at] = total;
            }
        }
    }
}
