//! What a launch needs besides tensors: how work is laid out, what the layers are, where results go.

use burn::backend::wgpu::CubeTensor;
use burn::cubecl::prelude::CubeCount;
use burn::tensor::{DType, Shape};

use super::dense::{After, Layer};
use super::optimise::THREADS;
use crate::ops::gpu_layout::{Layout, Tile};
use crate::ops::mlp::MlpShape;

pub fn layout(tensor: &CubeTensor) -> Layout {
    let hardware = &tensor.client.properties().hardware;
    Layout::for_subgroups_of(hardware.plane_size_max)
}

pub fn layers(shape: &MlpShape) -> Vec<Layer> {
    let mut start = shape.offset;
    let last = shape.sizes.len() - 2;
    shape
        .layers()
        .enumerate()
        .map(|(index, (inputs, outputs))| {
            let layer = Layer {
                start,
                inputs,
                outputs,
                after: match (index == last, shape.tanh) {
                    (true, _) => After::Nothing,
                    (false, true) => After::Tanh,
                    (false, false) => After::Relu,
                },
            };
            start += (inputs + 1) * outputs;
            layer
        })
        .collect()
}

pub fn widest(shape: &MlpShape) -> usize {
    shape.sizes.iter().copied().max().unwrap_or(1)
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
