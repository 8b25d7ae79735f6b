//! Clipping and Adam's step as operations of a device.

use burn::backend::Dispatch;
use burn::tensor::Tensor;

use super::Adam;
use crate::ops::DeviceOps;

impl Adam {
    /// Takes one gradient step: `p -= lr * decay * p`, then `p -= lr * m̂ / (√v̂ + ε)`.
    pub fn step(
        &mut self,
        parameters: Tensor<1>,
        gradient: Tensor<1>,
        learning_rate: f64,
    ) -> Tensor<1> {
        let step = self.clock.advance(learning_rate);
        let (parameters, first, second) = <Dispatch as DeviceOps>::adam_step(
            parameters.into_dispatch(),
            gradient.into_dispatch(),
            self.first_moment.clone().into_dispatch(),
            self.second_moment.clone().into_dispatch(),
            step,
        );
        self.first_moment = Tensor::from_dispatch(first);
        self.second_moment = Tensor::from_dispatch(second);
        Tensor::from_dispatch(parameters)
    }
}

/// Scales `gradient` to a norm of at most `max_norm`: `g * min(1, max / (‖g‖ + 1e-6))`. Returns it with the norm it had.
///
/// # Shapes
/// - `gradient`: `[num_parameters]`
/// - output: `[num_parameters]`, `[1]`
pub fn clip_by_global_norm(gradient: Tensor<1>, max_norm: Option<f64>) -> (Tensor<1>, Tensor<1>) {
    let (clipped, norm) =
        <Dispatch as DeviceOps>::clip_by_global_norm(gradient.into_dispatch(), max_norm);
    (Tensor::from_dispatch(clipped), Tensor::from_dispatch(norm))
}
