//! The operations on which speed depends: one trait, with a kernel for the GPU and a body in plain Rust for the CPU. Checks
//! compare the two. The room knows nothing of training.

pub mod activation;
pub mod adam;
#[cfg(feature = "tensors")]
mod cpu;
#[cfg(feature = "tensors")]
mod device_ops;
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

#[cfg(feature = "tensors")]
pub use device_ops::DeviceOps;
