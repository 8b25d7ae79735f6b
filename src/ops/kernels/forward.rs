//! A network applied to a batch of rows, in one dispatch for all layers.

use burn::cubecl::{self, prelude::*};

use super::Four;
use super::dense::{Layer, dense};
use super::place::{GroupExtent, place};
use crate::ops::gpu_layout::Tile;

/// Computes the outputs of all rows, `[rows, outputs]`. If it `keeps` them, it also writes all other units in the layout
/// `[workgroup][unit][row / 4]`, for the gradient.
#[cube(launch_unchecked)]
pub fn forward(
    parameters: &[f32],
    input: &[f32],
    output: &mut [f32],
    kept: &mut [Four],
    rows: u32,
    extent: &GroupExtent,
    #[comptime] keeps: bool,
    #[comptime] layers: Vec<Layer>,
    #[comptime] width: usize,
    #[comptime] tile: Tile,
) {
    let mut units = Shared::<[Four]>::new_slice(comptime!(width * tile.quads));
    let group = place(extent).x as usize;
    let first_row = group * comptime!(4 * tile.quads);
    load(
        input,
        &mut units,
        first_row,
        rows,
        comptime!(layers[0].inputs),
        tile,
    );
    let total = comptime!(layers.iter().map(|layer| layer.inputs).sum::<usize>());
    #[unroll]
    for index in 0..comptime!(layers.len()) {
        if comptime!(keeps) {
            let before = comptime!(
                layers[..index]
                    .iter()
                    .map(|layer| layer.inputs)
                    .sum::<usize>()
            );
            let count = comptime!(layers[index].inputs * tile.quads);
            let first = (group * total + before) * comptime!(tile.quads);
            let mut at = UNIT_POS as usize;
            while at < count {
                kept[first + at] = units[at];
                at += comptime!(tile.threads);
            }
        }
        // `dense` waits before it overwrites.
        dense(
            parameters,
            0usize,
            &mut units,
            comptime!(layers[index]),
            tile,
        );
    }
    store(
        &units,
        output,
        (first_row, 0usize),
        rows as usize,
        comptime!(layers[layers.len() - 1].outputs),
        tile,
    );
}

/// Fills shared memory with the workgroup's rows of a `[rows, width]` matrix, from `first` on; rows after the last are 0.
#[cube]
pub fn load(
    matrix: &[f32],
    units: &mut Shared<[Four]>,
    first: usize,
    rows: u32,
    #[comptime] width: usize,
    #[comptime] tile: Tile,
) {
    let mut at = UNIT_POS as usize;
    while at < comptime!(width * tile.quads) {
        let column = at / comptime!(tile.quads);
        let row = first + (at % comptime!(tile.quads)) * 4;
        let mut four = Four::new(0.0);
        #[unroll]
        for lane in 0..4 {
            if row + lane < rows as usize {
                four.insert(lane, matrix[(row + lane) * width + column]);
            }
        }
        units[at] = four;
        at += comptime!(tile.threads);
    }
    sync_cube();
}

/// Writes rows of a `[rows, width]` matrix from the workgroup's rows in shared memory. The first of them is `first.0`, and the matrix
/// begins at `first.1`.
#[cube]
pub fn store(
    units: &Shared<[Four]>,
    output: &mut [f32],
    first: (usize, usize),
    rows: usize,
    #[comptime] width: usize,
    #[comptime] tile: Tile,
) {
    let mut at = UNIT_POS as usize;
    while at < comptime!(width * tile.quads) {
        let column = at / comptime!(tile.quads);
        let row = first.0 + (at % comptime!(tile.quads)) * 4;
        let four = units[at];
        #[unroll]
        for lane in 0..4 {
            if row + lane < rows {
                output[first.1 + (row + lane) * width + column] = four.extract(lane);
            }
        }
        at += comptime!(tile.threads);
    }
}
