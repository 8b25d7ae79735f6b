//! What a launch needs besides tensors: how work is laid out, what the layers are, where results go.

use burn::backend::wgpu::CubeTensor;
use burn::cubecl::prelude::CubeCount;
use burn::tensor::{DType, Shape};

use super::dense::Layer;
use super::optimise::THREADS;
use crate::device::gpu_is_software;
use crate::ops::gpu_layout::{Layout, Tile};
use crate::ops::mlp::Mlp;

/// Returns the layout for the adapter that runs.
pub fn layout() -> Layout {
    if gpu_is_software() {
        Layout::SOFTWARE
    } else {
        Layout::HARDWARE
    }
}

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

pub fn widest(mlp: &Mlp) -> usize {
    mlp.sizes.iter().copied().max().unwrap_or(1)
}

pub fn workgroups(rows: usize, tile: Tile) -> CubeCount {
    CubeCount::new_1d(tile.workgroups(rows) as u32)
}

pub fn threads_for(count: usize) -> CubeCount {
    CubeCount::new_1d(count.div_ceil(THREADS) as u32)
}

pub fn empty(like: &CubeTensor, shape: impl Into<Shape>) -> CubeTensor {
    empty_of(like, shape, DType::F32)
}

/// A tensor beside `like`, of numbers of four bytes that a kernel will write.
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
