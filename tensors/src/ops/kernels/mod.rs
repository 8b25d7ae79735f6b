//! The operations on the GPU, as CubeCL kernels. Each computes what its body on the host computes.
//!
//! All keep to WebGPU's default limits: 256 threads and 16 KiB of shared memory a workgroup, 8
//! storage buffers.

#![expect(
    clippy::needless_range_loop,
    reason = "kernels loop over indices that are known when they are compiled"
)]

mod advantages;
mod backward;
mod dense;
mod formulas;
mod gaussian;
mod gpu;
mod gpu_learn;
mod kernel_constants;
mod launch;
mod learn;
mod pass;
mod place;
mod rollout;
mod slopes;
mod step;
mod sums;
mod targets;
mod threefry;

/// One number of each of four neighbouring rows (or environments): the unit in which kernels read
/// and sum.
type Four = burn::cubecl::prelude::Vector<f32, burn::cubecl::prelude::Const<4>>;
