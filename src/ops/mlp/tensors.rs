//! The network on a batch of tensors, on any device.

use burn::backend::Dispatch;
use burn::tensor::Tensor;

use super::Mlp;
use crate::ops::DeviceOps;

impl Mlp {
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
