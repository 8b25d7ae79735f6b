//! A multilayer perceptron whose weights are a stretch of a flat vector.
//!
//! All parameters of a run live in one vector, so that a gradient norm, an Adam step, a read-back and a checkpoint
//! are each one operation instead of one per layer.

use burn::tensor::Tensor;

use crate::ops::mlp::{MlpShape, layers, mlp};

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
        layers(&self.sizes)
    }

    /// Weights and biases together.
    pub fn num_parameters(&self) -> usize {
        self.shape().num_parameters()
    }

    /// Applies the network to a batch. Gradient flows to `parameters` and not to `input`.
    ///
    /// # Shapes
    /// - `parameters`: `[all parameters of the run]`
    /// - `input`: `[batch, sizes[0]]`
    /// - output: `[batch, sizes[last]]`
    pub fn forward(&self, parameters: &Tensor<1>, input: Tensor<2>) -> Tensor<2> {
        mlp(parameters, input, self.shape())
    }

    /// The same for the operations, which know nothing of networks.
    pub fn shape(&self) -> MlpShape {
        MlpShape {
            sizes: self.sizes.clone(),
            tanh: self.activation == Activation::Tanh,
            offset: self.offset,
        }
    }
}
