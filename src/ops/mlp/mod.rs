//! A multilayer perceptron applied to a batch of rows, and its gradient.

pub mod host;

use crate::config::options::Activation;

/// A network's widths, activation, and where its weights start among all parameters of a run.
///
/// Layer by layer the flat vector holds the weights, row-major `[inputs, outputs]`, then the biases
/// `[outputs]`.
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

    /// Returns the index after the last bias in the flat vector.
    pub fn end(&self) -> usize {
        self.offset + self.num_parameters()
    }

    /// Returns the number of outputs.
    pub fn num_outputs(&self) -> usize {
        self.sizes[self.sizes.len() - 1]
    }
}

#[cfg(test)]
mod tests;
