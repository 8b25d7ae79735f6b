//! Tensors of 32-bit floats as the engine takes them: their numbers, row by row.

use burn::backend::TensorMetadata;
use burn::backend::ops::FloatTensorOps;
use burn::backend::tensor::FloatTensor;
use burn::tensor::TensorData;
use policy_lab::ops::product::Matrix;

use super::{DEVICE, Host};

/// A tensor whose numbers lie in row-major order. They are copied only if they lay in another.
pub(super) struct Flat(FloatTensor<Host>);

impl Flat {
    /// Returns the numbers of a tensor of 32-bit floats.
    pub(super) fn of(tensor: FloatTensor<Host>) -> Self {
        Self(tensor.to_contiguous())
    }

    /// Returns all numbers.
    pub(super) fn numbers(&self) -> &[f32] {
        let numbers = self.0.as_slice();
        numbers.expect("32-bit floats that lie one after the other")
    }

    /// Returns the numbers of a tensor of rank 2, with its sizes.
    pub(super) fn matrix(&self) -> Matrix<'_> {
        let shape = self.0.shape();
        (self.numbers(), [shape[0], shape[1]])
    }
}

/// Returns a tensor of these numbers, in row-major order.
pub(super) fn tensor(numbers: Vec<f32>, shape: &[usize]) -> FloatTensor<Host> {
    Host::float_from_data(TensorData::new(numbers, shape.to_vec()), &DEVICE)
}
