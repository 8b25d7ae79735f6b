//! A dense layer for the rows of a workgroup, shared by networks, their gradients and rollouts.
//!
//! Hidden units lie in shared memory as `[unit][row / 4]` vectors of four rows. A thread sums a few
//! units for all rows of the workgroup, so it uses each weight for many rows and each vector of
//! rows for several units.

use burn::cubecl::{self, prelude::*};
use policy_lab::config::options::Activation;

use super::Four;
use crate::ops::gpu_layout::Tile;

/// Beyond this, tanh is 1 in single precision.
const SATURATED: f32 = 9.1;

/// A layer, and the position of its weights among all parameters of their run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layer {
    /// Index of the first weight; `[inputs, outputs]` weights, then `[outputs]` biases.
    pub start: usize,
    /// Number of inputs.
    pub inputs: usize,
    /// Number of outputs.
    pub outputs: usize,
    /// Activation; the last layer has none.
    pub activation: Option<Activation>,
}

/// A product with weights: each of `results` units is a sum over `terms` units times a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Product {
    /// Index of the first weight.
    pub start: usize,
    /// Units in each sum.
    pub terms: usize,
    /// Distance from a term's weight to the next one's.
    pub term_stride: usize,
    /// Units that are computed.
    pub results: usize,
    /// Distance from a result's weight to the next one's.
    pub result_stride: usize,
}

impl Layer {
    /// Returns the index after the last bias.
    pub fn end(&self) -> usize {
        self.start + (self.inputs + 1) * self.outputs
    }

    /// Returns the product that leads from the layer's inputs to its sums.
    pub fn forward(&self) -> Product {
        Product {
            start: self.start,
            terms: self.inputs,
            term_stride: self.outputs,
            results: self.outputs,
            result_stride: 1,
        }
    }

    /// Returns the product that leads from the derivatives by the layer's sums to those by its
    /// inputs.
    pub fn backward(&self) -> Product {
        Product {
            start: self.start,
            terms: self.outputs,
            term_stride: 1,
            results: self.inputs,
            result_stride: self.outputs,
        }
    }
}

/// Returns the width of the widest layer.
pub fn width(layers: &[Layer]) -> usize {
    let widths = layers.iter().map(|layer| layer.inputs.max(layer.outputs));
    widths.max().unwrap_or(1)
}

/// Fills shared memory with `count` units from what single rows have, `[unit][row]` from `first`
/// on.
#[cube]
pub fn pack(
    rows: &Shared<[f32]>,
    units: &mut Shared<[Four]>,
    first: usize,
    #[comptime] count: usize,
    #[comptime] tile: Tile,
) {
    let mut at = UNIT_POS as usize;
    while at < comptime!(count * tile.quads) {
        let mut four = Four::new(0.0f32);
        #[unroll]
        for lane in 0..4 {
            four.insert(lane, rows[first + at * 4 + lane]);
        }
        units[at] = four;
        at += comptime!(tile.threads);
    }
    sync_cube();
}

/// Gives single rows their numbers back: the inverse of [`pack()`].
#[cube]
pub fn unpack(
    units: &Shared<[Four]>,
    rows: &mut Shared<[f32]>,
    first: usize,
    #[comptime] count: usize,
    #[comptime] tile: Tile,
) {
    let mut at = UNIT_POS as usize;
    while at < comptime!(count * tile.quads) {
        let four = units[at];
        #[unroll]
        for lane in 0..4 {
            rows[first + at * 4 + lane] = four.extract(lane);
        }
        at += comptime!(tile.threads);
    }
    sync_cube();
}

/// Applies a layer: replaces its `inputs` units in shared memory by its `outputs`. The run's
/// parameters begin at `run`.
#[cube]
pub fn dense(
    parameters: &[f32],
    run: usize,
    units: &mut Shared<[Four]>,
    #[comptime] layer: Layer,
    #[comptime] tile: Tile,
) {
    let quads = comptime!(tile.quads);
    let own = comptime!(layer.outputs.div_ceil(tile.threads));
    let last = comptime!(layer.outputs - 1);
    let mut sums = Array::<Four>::new(comptime!(own * quads));
    #[unroll]
    for unit in 0..own {
        let column = min(UNIT_POS as usize + comptime!(unit * tile.threads), last);
        let bias = parameters[run + comptime!(layer.start + layer.inputs * layer.outputs) + column];
        #[unroll]
        for quad in 0..quads {
            sums[unit * quads + quad] = Four::new(bias);
        }
    }
    add_products(
        parameters,
        run,
        units,
        &mut sums,
        comptime!(layer.forward()),
        tile,
    );
    sync_cube();
    #[unroll]
    for unit in 0..own {
        let index = UNIT_POS as usize + unit * comptime!(tile.threads);
        if index <= last {
            #[unroll]
            for quad in 0..quads {
                units[index * quads + quad] = activate(sums[unit * quads + quad], layer.activation);
            }
        }
    }
    sync_cube();
}

/// Adds a product to a thread's sums, `[own unit][row / 4]`. Threads without a unit repeat the last
/// one.
#[cube]
pub fn add_products(
    parameters: &[f32],
    run: usize,
    units: &mut Shared<[Four]>,
    sums: &mut Array<Four>,
    #[comptime] product: Product,
    #[comptime] tile: Tile,
) {
    // Computed once, because not every compiler moves constants out of a loop.
    let mut firsts = Sequence::<usize>::new();
    #[unroll]
    for unit in 0..comptime!(product.results.div_ceil(tile.threads)) {
        let result = min(
            UNIT_POS as usize + comptime!(unit * tile.threads),
            comptime!(product.results - 1),
        );
        firsts.push(run + comptime!(product.start) + result * comptime!(product.result_stride));
    }
    let at_once = comptime!(tile.terms);
    let mut term = 0usize.runtime();
    for _ in 0..comptime!(product.terms / at_once) {
        add_terms(
            parameters, units, sums, &firsts, term, at_once, product, tile,
        );
        term += at_once;
    }
    let rest = comptime!(product.terms % at_once);
    if comptime!(rest > 0) {
        add_terms(parameters, units, sums, &firsts, term, rest, product, tile);
    }
}

/// Adds a few neighbouring terms to every sum.
#[cube]
fn add_terms(
    parameters: &[f32],
    units: &mut Shared<[Four]>,
    sums: &mut Array<Four>,
    firsts: &Sequence<usize>,
    term: usize,
    #[comptime] count: usize,
    #[comptime] product: Product,
    #[comptime] tile: Tile,
) {
    let quads = comptime!(tile.quads);
    let mut rows = Sequence::<Four>::new();
    #[unroll]
    for at in 0..comptime!(count * quads) {
        rows.push(units[term * quads + at]);
    }
    #[unroll]
    for unit in 0..comptime!(product.results.div_ceil(tile.threads)) {
        let first = *firsts.index(unit) + term * comptime!(product.term_stride);
        let mut weights = Sequence::<Four>::new();
        #[unroll]
        for at in 0..count {
            weights.push(Four::new(
                parameters[first + comptime!(at * product.term_stride)],
            ));
        }
        #[unroll]
        for quad in 0..quads {
            let mut sum = Sequence::<Four>::new();
            sum.push(sums[unit * quads + quad]);
            #[unroll]
            for at in 0..count {
                sum.push(*sum.index(at) + *weights.index(at) * *rows.index(at * quads + quad));
            }
            sums[unit * quads + quad] = *sum.index(count);
        }
    }
}

/// Applies the activation. Exponentials of large sums overflow on some devices, so tanh clamps its
/// argument first.
#[cube]
fn activate(sums: Four, #[comptime] activation: Option<Activation>) -> Four {
    match comptime!(activation) {
        None => sums,
        Some(Activation::Relu) => max(sums, Four::new(0.0)),
        Some(Activation::Tanh) => {
            let bounded = clamp(sums, Four::new(-SATURATED), Four::new(SATURATED));
            let exp = (bounded + bounded).exp();
            Four::new(1.0) - Four::new(2.0) / (exp + Four::new(1.0))
        }
    }
}
