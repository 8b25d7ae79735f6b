//! Python cells: the reader's own code, in the course's own language.
//!
//! `array` is a tensor of any rank and type over burn's CPU device, with gradients. `torch` gives it to Python as
//! `_lab.Tensor`; the rest of what the course uses of PyTorch, numpy and the standard library is Python itself (`lib/`).
//! `cell` runs a text and catches what it prints and raises; `functions` lets a training run call what cells define.
//! What the page knows of all that is plain data in [`policy_lab::python`]. Knows nothing of pages; `serve` is the worker.

pub mod array;
pub mod cell;
pub mod functions;
#[cfg(target_arch = "wasm32")]
mod serve;
mod torch;

#[cfg(target_arch = "wasm32")]
pub use serve::start;
