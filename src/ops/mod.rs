//! The operations on which speed depends: one trait with a plain Rust body for the CPU device, which is also the oracle,
//! and a kernel for the GPU.

mod activation;
pub mod adam;
mod dense;
mod device_ops;
mod flex;
#[cfg(feature = "gpu")]
mod kernels;
pub mod layout;
pub mod mlp;
pub mod product;
pub mod rollout;

pub use device_ops::DeviceOps;
