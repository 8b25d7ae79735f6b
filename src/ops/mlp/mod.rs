//! A multilayer perceptron applied to a batch of rows, as one operation with a gradient of its own.
//!
//! Hidden units are kept for the gradient in a layout of the device's own; only the operation itself reads them.

#[cfg(feature = "autodiff")]
pub(super) mod autodiff;
pub mod host;

use burn::backend::Dispatch;
use burn::tensor::Tensor;

use super::DeviceOps;
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

    /// Applies the network to a batch of rows. Gradient flows to `parameters` and not to `input`: observations are data.
    ///
    /// # Shapes
    /// - `parameters`: `[all parameters of the run]`
    /// - `input`: `[rows, sizes[0]]`
    /// - output: `[rows, sizes[last]]`
    pub fn forward(&self, parameters: &Tensor<1>, input: Tensor<2>) -> Tensor<2> {
        Tensor::from_dispatch(<Dispatch as DeviceOps>::mlp(
            parameters.clone().into_dispatch(),
            input.into_dispatch(),
            self.clone(),
        ))
    }

    /// Returns the outputs, and the gradient of half the sum of their squares, whose slope is the outputs themselves. Nothing is
    /// recorded: this tries the device.
    ///
    /// # Shapes
    /// - as for [`Mlp::forward`]
    /// - outputs: `[rows, sizes[last]]`, `[all parameters of the run]`
    pub fn forward_and_back(
        &self,
        parameters: &Tensor<1>,
        input: Tensor<2>,
    ) -> (Tensor<2>, Tensor<1>) {
        let parameters = parameters.clone().into_dispatch();
        let input = input.into_dispatch();
        let (output, hidden) = <Dispatch as DeviceOps>::mlp_with_hidden(
            parameters.clone(),
            input.clone(),
            self.clone(),
        );
        let gradient = <Dispatch as DeviceOps>::mlp_grad(
            parameters,
            input,
            hidden,
            output.clone(),
            self.clone(),
        );
        (
            Tensor::from_dispatch(output),
            Tensor::from_dispatch(gradient),
        )
    }
}

#[cfg(test)]
mod tests;
