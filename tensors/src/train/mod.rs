//! A GPU as the training loop asks for it ([`policy_lab::train::gpu`]): the run's state, its
//! rollouts and its learning phases as tensors. The loop itself is in `src/train`.

#[cfg_attr(not(feature = "wgpu"), path = "no_gpu.rs")]
pub mod gpu;

pub use gpu::run_device;
