//! The operations on which speed depends: one trait with a plain Rust body for the CPU device, which is also the oracle,
//! and a kernel for the GPU.

mod activation;
pub mod adam;
mod cpu;
mod device_ops;
pub mod gpu_layout;
#[cfg(feature = "gpu")]
mod kernels;
mod matmul;
pub mod matmul_autodiff;
pub mod mlp;
pub mod rollout;

pub use device_ops::DeviceOps;
