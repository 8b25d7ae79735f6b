//! The losses of policy gradients as the host's loop learns from them, in plain numbers: what one
//! sample contributes, and its slopes. A GPU's kernels compute the same (`ops/kernels/slopes.rs`).
//! All losses are minimised.

pub mod columns;
pub mod slopes;
