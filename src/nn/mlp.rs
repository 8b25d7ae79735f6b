//! A multilayer perceptron whose weights are a stretch of a flat vector.
//!
//! All parameters of a run live in one vector, so that a gradient norm, an Adam step, a read-back and a checkpoint
//! are each one operation instead of one per layer.

use burn::tensor::{Tensor, activation};

/// What follows each hidden layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// `max(0, x)`.
    Relu,
    /// `tanh(x)`.
    Tanh,
}

/// The shape of a network and where its weights start.
///
/// Layer by layer the flat vector holds the weights, row-major `[inputs, outputs]`, then the biases `[outputs]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mlp {
    /// Widths from input to output.
    pub sizes: Vec<usize>,
    /// What follows each hidden layer.
    pub activation: Activation,
    /// Index of the first weight in the flat vector.
    pub offset: usize,
}

impl Mlp {
    /// Inputs and outputs of each layer.
    pub fn layers(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.sizes.windows(2).map(|pair| (pair[0], pair[1]))
    }

    /// Weights and biases together.
    pub fn num_parameters(&self) -> usize {
        self.layers()
            .map(|(inputs, outputs)| (inputs + 1) * outputs)
            .sum()
    }

    /// Applies the network to a batch. Gradient flows to `parameters` and `input`.
    ///
    /// # Shapes
    /// - `parameters`: `[all parameters of the run]`
    /// - `input`: `[batch, sizes[0]]`
    /// - output: `[batch, sizes[last]]`
    pub fn forward(&self, parameters: &Tensor<1>, input: Tensor<2>) -> Tensor<2> {
        let mut start = self.offset;
        let mut hidden = input;
        let last = self.sizes.len() - 2;
        for (index, (inputs, outputs)) in self.layers().enumerate() {
            let bias_start = start + inputs * outputs;
            let end = bias_start + outputs;
            let weight = parameters
                .clone()
                .slice(start..bias_start)
                .reshape([inputs, outputs]);
            let bias = parameters
                .clone()
                .slice(bias_start..end)
                .reshape([1, outputs]);
            hidden = hidden.matmul(weight) + bias;
            if index < last {
                hidden = match self.activation {
                    Activation::Relu => activation::relu(hidden),
                    Activation::Tanh => activation::tanh(hidden),
                };
            }
            start = end;
        }
        hidden
    }
}
