//! The operations on which speed depends, with a body in plain Rust for the CPU and a kernel for
//! the GPU. Checks compare the two. The room knows nothing of training.

pub mod activation;
pub mod adam;
#[cfg(feature = "tensors")]
pub(crate) mod cpu;
pub mod gpu_layout;
#[cfg(feature = "gpu")]
mod kernels;
#[cfg(feature = "gpu")]
pub mod learn;
mod matmul;
pub mod mlp;
#[cfg(feature = "tensors")]
pub mod product;
pub mod rollout;
pub mod workgroups;
