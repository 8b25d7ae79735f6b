//! The operations on which speed depends, on tensors: a kernel for the GPU beside each body in
//! plain Rust (`src/ops`). Checks compare the two. The room knows nothing of training.

pub(crate) mod cpu;
pub mod formula;
pub mod gpu_layout;
#[cfg(feature = "wgpu")]
mod kernels;
#[cfg(feature = "wgpu")]
pub mod learn;
pub mod rollout;
pub mod workgroups;
