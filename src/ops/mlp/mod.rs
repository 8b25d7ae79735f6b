//! A multilayer perceptron applied to a batch of rows, as one operation with a gradient of its own.
//!
//! Hidden units are kept for the gradient in a layout of the device's own; only the operation itself reads them.

#[cfg(feature = "autodiff")]
pub(super) mod autodiff;
pub mod host;
#[cfg(feature = "tensors")]
mod tensors;

use crate::config::options::Activation;

/// A network's widths, activation, and where its weights start among all parameters of a run.
///
/// Layer by layer the flat vector holds the weights, row-major `[inputs, outputs]`, then the biases `[outputs]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mlp {
    /// Widths from input to output.
    pub sizes: Vec<usize>,
    /// Activation of the hidden layers; the output layer has none.
    pub activation: Activation,
    /// Index of the first weight in the flat vector.
    pub offset: usize,
}

impl Mlp {
    /// Returns the number of inputs and outputs of each layer.
    pub fn layers(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.sizes.windows(2).map(|pair| (pair[0], pair[1]))
    }

    /// Returns the number of weights and biases.
    pub fn num_parameters(&self) -> usize {
        self.layers()
            .map(|(inputs, outputs)| (inputs + 1) * outputs)
            .sum()
    }

    /// Returns the number of outputs.
    pub fn num_outputs(&self) -> usize {
        self.sizes[self.sizes.len() - 1]
    }
}

#[cfg(test)]
mod tests;
