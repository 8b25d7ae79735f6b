//! One layer for the rows of a workgroup, the part that networks, their gradients and rollouts share.
//!
//! Hidden units lie in shared memory as `[unit][row / 4]` vectors of four rows. A thread sums a few units for all rows of
//! the workgroup, so that a weight that it reads serves many rows, and a vector of rows several units.

use burn::cubecl::{self, prelude::*};

use super::Four;
use crate::ops::layout::Tile;

/// Beyond this, tanh is 1 in single precision.
const SATURATED: f32 = 9.1;

/// What a layer does to its sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum After {
    /// Nothing: the last layer.
    Nothing,
    /// `max(0, x)`.
    Relu,
    /// `tanh(x)`.
    Tanh,
}

/// A layer's place among all parameters of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layer {
    /// Index of the first weight; `[inputs, outputs]` weights, then `[outputs]` biases.
    pub start: usize,
    /// Width of what comes in.
    pub inputs: usize,
    /// Width of what goes out.
    pub outputs: usize,
    /// What follows.
    pub after: After,
}

/// Replaces the `inputs` units in shared memory by the layer's `outputs`.
#[cube]
pub fn dense(
    parameters: &[f32],
    units: &mut Shared<[Four]>,
    #[comptime] layer: Layer,
    #[comptime] tile: Tile,
) {
    let quads = comptime!(tile.quads);
    let own = comptime!(layer.outputs.div_ceil(tile.threads));
    let last = comptime!(layer.outputs - 1);
    let columns = columns(own, last, tile);
    let mut sums = Array::<Four>::new(comptime!(own * quads));
    #[unroll]
    for unit in 0..own {
        let bias = parameters
            [comptime!(layer.start + layer.inputs * layer.outputs) + *columns.index(unit)];
        #[unroll]
        for quad in 0..quads {
            sums[unit * quads + quad] = Four::new(bias);
        }
    }
    let mut first = comptime!(layer.start).runtime();
    let mut row = 0usize.runtime();
    for _ in 0..layer.inputs {
        let mut rows = Sequence::<Four>::new();
        #[unroll]
        for quad in 0..quads {
            rows.push(units[row + quad]);
        }
        #[unroll]
        for unit in 0..own {
            let weight = Four::new(parameters[first + *columns.index(unit)]);
            #[unroll]
            for quad in 0..quads {
                sums[unit * quads + quad] += weight * *rows.index(quad);
            }
        }
        first += comptime!(layer.outputs);
        row += quads;
    }
    sync_cube();
    #[unroll]
    for unit in 0..own {
        let index = UNIT_POS as usize + unit * comptime!(tile.threads);
        if index <= last {
            #[unroll]
            for quad in 0..quads {
                units[index * quads + quad] = activate(sums[unit * quads + quad], layer.after);
            }
        }
    }
    sync_cube();
}

/// The columns that a thread sums; threads beyond the last one repeat it. Worked out once, because not every compiler
/// moves what does not change out of a loop.
#[cube]
pub fn columns(
    #[comptime] own: usize,
    #[comptime] last: usize,
    #[comptime] tile: Tile,
) -> Sequence<usize> {
    let mut columns = Sequence::<usize>::new();
    #[unroll]
    for unit in 0..own {
        columns.push(min(
            UNIT_POS as usize + comptime!(unit * tile.threads),
            last,
        ));
    }
    columns
}

/// What follows a layer. Exponentials overflow for large sums on some devices, so tanh is computed within bounds.
#[cube]
fn activate(sums: Four, #[comptime] after: After) -> Four {
    match comptime!(after) {
        After::Nothing => sums,
        After::Relu => max(sums, Four::new(0.0)),
        After::Tanh => {
            let bounded = clamp(sums, Four::new(-SATURATED), Four::new(SATURATED));
            let exp = (bounded + bounded).exp();
            Four::new(1.0) - Four::new(2.0) / (exp + Four::new(1.0))
        }
    }
}
