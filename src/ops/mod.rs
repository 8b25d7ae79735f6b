//! The operations on which speed depends, in plain Rust for the CPU. The room knows nothing of
//! training. `tensors/src/ops` has a kernel for the GPU beside each; checks compare the two.

pub mod activation;
pub mod adam;
pub mod gaussian;
mod matmul;
pub mod mlp;
pub mod product;
pub mod rollout;
