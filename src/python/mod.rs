//! Python cells: the reader's own code, in the course's own language.
//!
//! `array` is a tensor of any rank and type over burn's CPU device, with gradients. `torch` gives it to Python as
//! `_lab.Tensor`; the rest of what the course uses of PyTorch, numpy and the standard library is Python itself (`lib/`).
//! `cell` runs a text and catches what it prints and raises; `functions` lets a training run call what cells define.
//! [`protocol`] and [`part`] are what the page knows of all that. Knows nothing of pages or workers.

#[cfg(feature = "python")]
pub mod array;
#[cfg(feature = "python")]
pub mod cell;
#[cfg(feature = "python")]
pub mod functions;
pub mod part;
pub mod protocol;
#[cfg(feature = "python")]
mod torch;
