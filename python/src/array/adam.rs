//! Adam's step in one go: as a dozen operations on each of a network's tensors it costs more than
//! the network's own pass.

use super::{Array, Dtype, Error, Result};

/// The settings of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamUpdate {
    /// The learning rate.
    pub lr: f64,
    /// How much of the mean, and of the mean square, is kept.
    pub betas: (f64, f64),
    /// Added to the root of the mean square.
    pub eps: f64,
    /// The number of this step, from 1.
    pub count: i32,
    /// The part of the parameters that is taken off, or that is added to their gradient.
    pub weight_decay: f64,
    /// True if the decay does not enter the means (AdamW).
    pub is_decoupled: bool,
}

impl AdamUpdate {
    /// Returns the parameters, the mean and the mean square after a step (Kingma and Ba, 2015,
    /// algorithm 1).
    ///
    /// # Errors
    /// Shapes that differ.
    pub fn step(&self, tensors: [Array; 4]) -> Result<[Array; 3]> {
        let shape = tensors[0].shape().to_vec();
        if tensors.iter().any(|tensor| tensor.shape() != shape) {
            return Err(Error::Runtime(
                "a parameter, its gradient and its means have one shape".to_owned(),
            ));
        }
        let dtype = tensors[0].dtype();
        let [mut parameter, grad, mut mean, mut square] = tensors.map(|it| it.floats());
        // Numbers of 32 bits are rounded after each operation, as PyTorch's are.
        let round = |number: f64| match dtype {
            Dtype::Float64 => number,
            _ => f64::from(number as f32),
        };
        let (beta1, beta2) = self.betas;
        let root = (1.0 - beta2.powi(self.count)).sqrt();
        let size = self.lr / (1.0 - beta1.powi(self.count));
        let kept = 1.0 - self.lr * self.weight_decay;
        let numbers = parameter.iter_mut().zip(&grad);
        for ((parameter, grad), (mean, square)) in numbers.zip(mean.iter_mut().zip(&mut square)) {
            let mut grad = *grad;
            if self.is_decoupled {
                *parameter = round(*parameter * kept);
            } else {
                grad = round(grad + *parameter * self.weight_decay);
            }
            *mean = round(round(*mean * beta1) + round(grad * (1.0 - beta1)));
            *square = round(round(*square * beta2) + round(grad * grad * (1.0 - beta2)));
            let divisor = round(round(square.sqrt()) / root + self.eps);
            *parameter = round(*parameter - round(*mean / divisor * size));
        }
        let array = |numbers| Array::from_floats(numbers, shape.clone(), dtype);
        Ok([array(parameter)?, array(mean)?, array(square)?])
    }
}
