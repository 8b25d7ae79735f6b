//! The arguments of a kernel besides its input tensors: the layout of work, the layers, buffers for
//! results.

use burn::backend::wgpu::CubeTensor;
use burn::cubecl::prelude::BufferArg;
use burn::tensor::{DType, Shape};
use policy_lab::ops::mlp::Mlp;

use super::dense::Layer;

/// Returns the layers of a network.
pub fn layers(mlp: &Mlp) -> Vec<Layer> {
    let mut start = mlp.offset;
    let last = mlp.sizes.len() - 2;
    mlp.layers()
        .enumerate()
        .map(|(index, (inputs, outputs))| {
            let layer = Layer {
                start,
                inputs,
                outputs,
                activation: (index != last).then_some(mlp.activation),
            };
            start += (inputs + 1) * outputs;
            layer
        })
        .collect()
}

/// Returns a tensor as an argument of a kernel.
pub fn arg(tensor: &CubeTensor) -> BufferArg {
    tensor.clone().into_buffer_arg()
}

/// Returns an uninitialised tensor of floats on the device of `like`, for a kernel to write.
pub fn empty(like: &CubeTensor, shape: impl Into<Shape>) -> CubeTensor {
    empty_of(like, shape, DType::F32)
}

/// Returns an uninitialised tensor of numbers of four bytes on the device of `like`, for a kernel
/// to write.
pub fn empty_of(like: &CubeTensor, shape: impl Into<Shape>, dtype: DType) -> CubeTensor {
    let shape = shape.into();
    let handle = like.client.empty(shape.num_elements() * size_of::<f32>());
    CubeTensor::new_contiguous(
        like.client.clone(),
        like.device.clone(),
        shape,
        handle,
        dtype,
    )
}
