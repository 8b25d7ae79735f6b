//! Networks and their gradients on the host. A block of rows passes through all layers while it is
//! in the nearest cache.

use wide::bytemuck::{cast_slice, cast_slice_mut};
use wide::f32x4;

use super::Mlp;
use crate::config::options::Activation;
use crate::ops::activation::{activate, times_slope};
use crate::ops::matmul::{
    LANES, Strips, copy_columns, multiply, multiply_transposed_add, pad_rows, padded,
};

pub use crate::ops::matmul::BLOCK;

/// Rows that the host computes at once. They take some tens of milliseconds on one core, and a
/// command waits that long.
pub const HOST_ROWS: usize = 16_384;

/// A network's weights, packed for the products: rows padded to whole vectors.
#[derive(Clone, Debug)]
pub struct Packed {
    offset: usize,
    activation: Activation,
    layers: Vec<PackedLayer>,
}

#[derive(Clone, Debug)]
struct PackedLayer {
    inputs: usize,
    outputs: usize,
    /// `[inputs, outputs]`.
    weight: Strips,
    /// `[outputs, inputs]`.
    transposed: Strips,
    /// `[padded(outputs)]`.
    bias: Vec<f32>,
}

impl Packed {
    /// Packs the network's weights, which are a part of all `parameters` of a run.
    pub fn new(mlp: &Mlp, parameters: &[f32]) -> Self {
        let mut packed = Self::empty(mlp);
        packed.fill(parameters, false);
        packed
    }

    /// Packs the network's weights and their transposes, which a [`Gradient`] needs.
    pub fn with_transposes(mlp: &Mlp, parameters: &[f32]) -> Self {
        let mut packed = Self::empty(mlp);
        packed.refill(parameters);
        packed
    }

    /// Packs other weights of the same network and their transposes, in the same memory.
    pub fn refill(&mut self, parameters: &[f32]) {
        self.fill(parameters, true);
    }

    fn empty(mlp: &Mlp) -> Self {
        let layers = mlp.layers().map(|(inputs, outputs)| PackedLayer {
            inputs,
            outputs,
            weight: Strips::default(),
            transposed: Strips::default(),
            bias: vec![0.0; padded(outputs)],
        });
        Self {
            offset: mlp.offset,
            activation: mlp.activation,
            layers: layers.collect(),
        }
    }

    fn fill(&mut self, parameters: &[f32], with_transposes: bool) {
        let mut rest = &parameters[self.offset..];
        for layer in &mut self.layers {
            let outputs = layer.outputs;
            let (weight, after) = rest.split_at(layer.inputs * outputs);
            let (bias, after) = after.split_at(outputs);
            rest = after;
            layer.bias[..outputs].copy_from_slice(bias);
            layer.weight.fill(weight, outputs);
            if with_transposes {
                layer.transposed.fill_transposed(weight, outputs);
            }
        }
    }

    /// Appends the outputs of every row to `output`. If `hidden` is given, it then holds the padded
    /// hidden units of these rows, layer by layer within each block.
    ///
    /// # Shapes
    /// - `input`: `[rows, inputs]`
    /// - `output`: `[rows, outputs]`
    pub fn forward(
        &self,
        input: &[f32],
        scratch: &mut Scratch,
        hidden: Option<&mut Vec<f32>>,
        output: &mut Vec<f32>,
    ) {
        let Some((first, last)) = self.layers.first().zip(self.layers.last()) else {
            return;
        };
        let (rows, width) = (input.len() / first.inputs, self.hidden_width());
        let keeps_all = hidden.is_some();
        let units = hidden.unwrap_or(&mut scratch.units);
        // What is there is written over.
        units.resize(if keeps_all { rows } else { rows.min(BLOCK) } * width, 0.0);
        let start = output.len();
        output.resize(start + rows * last.outputs, 0.0);
        let outputs = output[start..].chunks_mut(BLOCK * last.outputs);
        let blocks = input.chunks(BLOCK * first.inputs).zip(outputs);
        for (block, (input, output)) in blocks.enumerate() {
            let from = if keeps_all { block * BLOCK * width } else { 0 };
            let units = &mut units[from..][..input.len() / first.inputs * width];
            self.forward_block(input, units, &mut scratch.last, output);
        }
    }

    fn forward_block(
        &self,
        input: &[f32],
        mut units: &mut [f32],
        padded_output: &mut Vec<f32>,
        output: &mut [f32],
    ) {
        let Some((last, hidden)) = self.layers.split_last() else {
            return;
        };
        let rows = output.len() / last.outputs;
        let mut now = input;
        for layer in hidden {
            let (here, after) = units.split_at_mut(rows * layer.bias.len());
            layer.forward(now, here);
            activate(here, self.activation);
            (now, units) = (here, after);
        }
        padded_output.resize(rows * last.bias.len(), 0.0);
        last.forward(now, padded_output);
        copy_columns(
            (padded_output, last.bias.len()),
            (output, last.outputs),
            last.outputs,
        );
    }

    /// Returns the numbers that [`Packed::forward`] keeps for a row: the sum of the padded widths
    /// of the hidden layers.
    pub fn hidden_width(&self) -> usize {
        self.layers
            .iter()
            .skip(1)
            .map(|layer| padded(layer.inputs))
            .sum()
    }
}

impl PackedLayer {
    /// Writes `input · weight + bias`. Rows of the input may be padded.
    fn forward(&self, input: &[f32], output: &mut [f32]) {
        let stride = input.len() / (output.len() / self.bias.len());
        multiply((input, stride), &self.weight, Some(&self.bias), output);
    }
}

/// The units of a block of rows, kept between calls so that a rollout does not allocate.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    units: Vec<f32>,
    last: Vec<f32>,
}

/// The gradient of a network's parameters, summed over the rows that were added. The memory is kept
/// when it is cleared.
#[derive(Clone, Debug)]
pub struct Gradient {
    layers: Vec<LayerGradient>,
    delta: Vec<f32x4>,
    below: Vec<f32x4>,
}

impl Gradient {
    /// Returns a gradient of zeros.
    pub fn new(network: &Packed) -> Self {
        Self {
            layers: network.layers.iter().map(LayerGradient::new).collect(),
            delta: Vec::new(),
            below: Vec::new(),
        }
    }

    /// Makes it zeros again.
    pub fn clear(&mut self) {
        for layer in &mut self.layers {
            layer.weight.fill(0.0);
            layer.bias.fill(0.0);
        }
    }

    /// Adds the gradient of some rows, given that of the outputs and the `hidden` units that
    /// [`Packed::forward`] wrote. The network needs its transposes.
    ///
    /// # Shapes
    /// - `input`: `[rows, inputs]`
    /// - `output_grad`: `[rows, outputs]`
    pub fn add(
        &mut self,
        network: &Packed,
        input: &[f32],
        mut hidden: &[f32],
        output_grad: &[f32],
    ) {
        let outputs = network.layers.last().map_or(1, |layer| layer.outputs);
        let inputs = network.layers.first().map_or(1, |layer| layer.inputs);
        let hidden_width = network.hidden_width();
        let blocks = input
            .chunks(BLOCK * inputs)
            .zip(output_grad.chunks(BLOCK * outputs));
        for (input, output_grad) in blocks {
            let rows = input.len() / inputs;
            let (units, rest) = hidden.split_at(rows * hidden_width);
            hidden = rest;
            self.add_block(network, input, units, output_grad);
        }
    }

    fn add_block(&mut self, network: &Packed, input: &[f32], units: &[f32], output_grad: &[f32]) {
        let Self {
            layers,
            delta,
            below,
        } = self;
        let outputs = network.layers.last().map_or(1, |layer| layer.outputs);
        let rows = output_grad.len() / outputs;
        let mut vectors = pad_rows(output_grad, outputs, delta);
        let mut end = units.len();
        for (index, layer) in network.layers.iter().enumerate().rev() {
            layers[index].add_bias(cast_slice(delta));
            let weight = &mut layers[index].weight;
            if index == 0 {
                multiply_transposed_add((input, layer.inputs), (delta, vectors), weight);
                break;
            }
            let width = padded(layer.inputs);
            let start = end - rows * width;
            let units = &units[start..end];
            end = start;
            multiply_transposed_add((units, width), (delta, vectors), weight);
            below.resize(rows * width / LANES, f32x4::ZERO);
            let grads = cast_slice_mut(below);
            multiply(
                (cast_slice(delta), vectors * LANES),
                &layer.transposed,
                None,
                grads,
            );
            times_slope(grads, units, network.activation);
            std::mem::swap(delta, below);
            vectors = width / LANES;
        }
    }

    /// Writes the gradient where the network's parameters are among all those of a run.
    pub fn write(&self, network: &Packed, all: &mut [f32]) {
        let mut rest = &mut all[network.offset..];
        for (layer, gradient) in network.layers.iter().zip(&self.layers) {
            let rows = gradient.weight.chunks_exact(gradient.bias.len());
            for row in rows.chain([&gradient.bias[..]]) {
                let (here, after) = rest.split_at_mut(layer.outputs);
                here.copy_from_slice(&row[..layer.outputs]);
                rest = after;
            }
        }
    }
}

/// A layer's gradient, padded like its weights.
#[derive(Clone, Debug)]
struct LayerGradient {
    weight: Vec<f32>,
    bias: Vec<f32>,
}

impl LayerGradient {
    fn new(layer: &PackedLayer) -> Self {
        Self {
            weight: vec![0.0; layer.inputs * layer.bias.len()],
            bias: vec![0.0; layer.bias.len()],
        }
    }

    fn add_bias(&mut self, delta: &[f32]) {
        for row in delta.chunks_exact(self.bias.len()) {
            for (sum, delta) in self.bias.iter_mut().zip(row) {
                *sum += delta;
            }
        }
    }
}
