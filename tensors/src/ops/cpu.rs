//! Tensors of the CPU device and their memory: plain Rust between the two.

use std::ops::Deref;

use burn::backend::Flex;
use burn::backend::ops::FloatTensorOps;
use burn::backend::tensor::FloatTensor;
use burn::tensor::{Shape, TensorData};

/// A tensor of 32-bit floats on the CPU.
pub(crate) type CpuTensor = FloatTensor<Flex>;

/// A tensor's numbers in row-major order. They are copied only if they lie in another order.
pub(crate) struct ContiguousFloats(CpuTensor);

/// Returns a tensor's numbers in row-major order.
pub(crate) fn numbers(tensor: CpuTensor) -> ContiguousFloats {
    ContiguousFloats(tensor.to_contiguous())
}

impl Deref for ContiguousFloats {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        self.0
            .as_slice()
            .expect("tensors of this project are contiguous f32 here")
    }
}

/// Returns a tensor of these numbers, in row-major order.
pub(crate) fn tensor(values: Vec<f32>, shape: impl Into<Shape>) -> CpuTensor {
    Flex::float_from_data(TensorData::new(values, shape.into()), &Default::default())
}
