//! Networks and their gradients on the host. A block of rows passes through all layers while it is in the nearest cache.

use super::Mlp;
use crate::config::options::Activation;
use crate::ops::activation::{activate, times_slope};
use crate::ops::matmul::{BLOCK, Strips, multiply_add, multiply_transposed_add, padded};

/// Rows that the host computes at once. They take some tens of milliseconds on one core, and a command waits that long.
pub const HOST_ROWS: usize = 16_384;

/// A network's weights, packed for the products: rows padded to whole vectors.
#[derive(Clone, Debug)]
pub struct Packed {
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
        Self::pack(mlp, parameters, false)
    }

    /// Packs the network's weights and their transposes, which [`Packed::backward`] needs.
    pub fn with_transposes(mlp: &Mlp, parameters: &[f32]) -> Self {
        Self::pack(mlp, parameters, true)
    }

    fn pack(mlp: &Mlp, parameters: &[f32], with_transposes: bool) -> Self {
        let mut rest = &parameters[mlp.offset..];
        let layers = mlp
            .layers()
            .map(|(inputs, outputs)| {
                let (weight, after) = rest.split_at(inputs * outputs);
                let (bias, after) = after.split_at(outputs);
                rest = after;
                let mut layer = PackedLayer {
                    inputs,
                    outputs,
                    weight: Strips::default(),
                    transposed: Strips::default(),
                    bias: bias.to_vec(),
                };
                layer.bias.resize(padded(outputs), 0.0);
                layer.weight.fill(weight.chunks_exact(outputs), outputs);
                if with_transposes {
                    layer.transposed.fill_transposed(weight, outputs, outputs);
                }
                layer
            })
            .collect();
        Self {
            activation: mlp.activation,
            layers,
        }
    }

    /// Appends the outputs of every row to `output`. If `hidden` is given, appends the padded hidden units to it, layer by
    /// layer within each block.
    ///
    /// # Shapes
    /// - `input`: `[rows, inputs]`
    /// - `output`: `[rows, outputs]`
    pub fn forward(
        &self,
        input: &[f32],
        scratch: &mut Scratch,
        mut hidden: Option<&mut Vec<f32>>,
        output: &mut Vec<f32>,
    ) {
        let Some((first, last)) = self.layers.first().zip(self.layers.last()) else {
            return;
        };
        for input in input.chunks(BLOCK * first.inputs) {
            let rows = input.len() / first.inputs;
            let mut stride = first.inputs;
            scratch.now.clear();
            scratch.now.extend_from_slice(input);
            for (index, layer) in self.layers.iter().enumerate() {
                let columns = layer.bias.len();
                scratch.next.clear();
                for _ in 0..rows {
                    scratch.next.extend_from_slice(&layer.bias);
                }
                multiply_add(&scratch.now, stride, &layer.weight, &mut scratch.next);
                if index + 1 < self.layers.len() {
                    activate(&mut scratch.next, self.activation);
                    if let Some(hidden) = hidden.as_deref_mut() {
                        hidden.extend_from_slice(&scratch.next);
                    }
                }
                std::mem::swap(&mut scratch.now, &mut scratch.next);
                stride = columns;
            }
            for row in scratch.now.chunks_exact(stride) {
                output.extend_from_slice(&row[..last.outputs]);
            }
        }
    }

    /// Returns the gradient of the network's parameters, given the gradient of the outputs and the `hidden` units that
    /// [`Packed::forward`] wrote.
    ///
    /// # Shapes
    /// - `input`: `[rows, inputs]`
    /// - `output_grad`: `[rows, outputs]`
    /// - output: `[parameters of this network]`
    pub fn backward(&self, input: &[f32], mut hidden: &[f32], output_grad: &[f32]) -> Vec<f32> {
        let mut grads: Vec<Grad> = self.layers.iter().map(Grad::new).collect();
        let outputs = self.layers.last().map_or(1, |layer| layer.outputs);
        let inputs = self.layers.first().map_or(1, |layer| layer.inputs);
        let hidden_width = self.hidden_width();
        let (mut delta, mut below, mut strips) = (Vec::new(), Vec::new(), Strips::default());
        let blocks = input
            .chunks(BLOCK * inputs)
            .zip(output_grad.chunks(BLOCK * outputs));
        for (input, output_grad) in blocks {
            let rows = input.len() / inputs;
            let (units, rest) = hidden.split_at(rows * hidden_width);
            hidden = rest;
            delta.clear();
            for row in output_grad.chunks_exact(outputs) {
                delta.extend_from_slice(row);
                delta.resize(delta.len().next_multiple_of(padded(outputs)), 0.0);
            }
            let mut end = units.len();
            for (index, layer) in self.layers.iter().enumerate().rev() {
                let columns = layer.bias.len();
                strips.fill(delta.chunks_exact(columns), columns);
                grads[index].add_bias(&delta);
                if index == 0 {
                    let weight = &mut grads[0].weight;
                    multiply_transposed_add(input, layer.inputs, &strips, weight);
                    break;
                }
                let width = padded(layer.inputs);
                let start = end - rows * width;
                let units = &units[start..end];
                end = start;
                multiply_transposed_add(units, width, &strips, &mut grads[index].weight);
                below.clear();
                below.resize(rows * width, 0.0);
                multiply_add(&delta, columns, &layer.transposed, &mut below);
                times_slope(&mut below, units, self.activation);
                std::mem::swap(&mut delta, &mut below);
            }
        }
        self.layers
            .iter()
            .zip(&grads)
            .flat_map(|(layer, grad)| grad.unpadded(layer.outputs))
            .collect()
    }

    /// Returns the numbers that [`Packed::forward`] keeps for a row: the sum of the padded widths of the hidden layers.
    pub fn hidden_width(&self) -> usize {
        self.layers
            .iter()
            .skip(1)
            .map(|layer| padded(layer.inputs))
            .sum()
    }
}

/// Two buffers between which layers alternate, kept between calls so that a rollout does not allocate.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    now: Vec<f32>,
    next: Vec<f32>,
}

/// A layer's gradient, padded like its weights.
struct Grad {
    weight: Vec<f32>,
    bias: Vec<f32>,
}

impl Grad {
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

    fn unpadded(&self, outputs: usize) -> impl Iterator<Item = f32> + '_ {
        self.weight
            .chunks_exact(self.bias.len())
            .chain([&self.bias[..]])
            .flat_map(move |row| row[..outputs].iter().copied())
    }
}
