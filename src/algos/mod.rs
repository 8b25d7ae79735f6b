//! The losses of policy gradients and their diagnostics, as pure functions of tensors. Each algorithm's file opens
//! with what changed since the last. All losses are minimised.

pub mod diagnostics;
pub mod ppo;
pub mod reinforce;
pub mod standardise;
pub mod value;
pub mod vpg;
