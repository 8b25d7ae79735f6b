//! A multilayer perceptron applied to a batch of rows, as one operation with a gradient of its own.
//!
//! Hidden units are kept for the gradient in whatever layout suits the device; only the operation itself reads them.

pub(super) mod autodiff;
pub mod host;

use burn::backend::Dispatch;
use burn::tensor::Tensor;

use super::DeviceOps;

/// A network's widths, activation, and where its weights start among all parameters of a run.
///
/// Layer by layer the flat vector holds the weights, row-major `[inputs, outputs]`, then the biases `[outputs]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MlpShape {
    /// Widths from input to output.
    pub sizes: Vec<usize>,
    /// Whether hidden layers end in tanh; otherwise in `max(0, x)`.
    pub tanh: bool,
    /// Index of the first weight.
    pub offset: usize,
}

impl MlpShape {
    /// Inputs and outputs of each layer.
    pub fn layers(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        layers(&self.sizes)
    }

    /// Weights and biases together.
    pub fn num_parameters(&self) -> usize {
        self.layers()
            .map(|(inputs, outputs)| (inputs + 1) * outputs)
            .sum()
    }

    /// Numbers that the network answers with.
    pub fn num_outputs(&self) -> usize {
        self.sizes[self.sizes.len() - 1]
    }
}

/// Inputs and outputs of each layer between widths.
pub fn layers(sizes: &[usize]) -> impl Iterator<Item = (usize, usize)> + '_ {
    sizes.windows(2).map(|pair| (pair[0], pair[1]))
}

/// Applies the network to every row. Gradient flows to `parameters` and not to `input`: observations are data.
///
/// # Shapes
/// - `parameters`: `[all parameters of the run]`
/// - `input`: `[rows, sizes[0]]`
/// - output: `[rows, sizes[last]]`
pub fn mlp(parameters: &Tensor<1>, input: Tensor<2>, shape: MlpShape) -> Tensor<2> {
    Tensor::from_dispatch(<Dispatch as DeviceOps>::mlp(
        parameters.clone().into_dispatch(),
        input.into_dispatch(),
        shape,
    ))
}

#[cfg(test)]
mod tests;
