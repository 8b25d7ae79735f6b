//! The operations on the GPU, as CubeCL kernels. Each does what the plain Rust body beside it does.
//!
//! All keep to WebGPU's default limits: 256 invocations and 16 KiB of shared memory a workgroup, 8 storage buffers.

#![expect(
    clippy::needless_range_loop,
    reason = "kernels loop over indices that are known when they are compiled"
)]

mod backward;
mod dense;
mod forward;
mod gpu;
mod launch;
mod optimise;
mod rollout;
mod threefry;
mod worlds;

/// Four numbers of four neighbouring rows (or worlds): the unit in which everything is read and summed.
type Four = burn::cubecl::prelude::Vector<f32, burn::cubecl::prelude::Const<4>>;
