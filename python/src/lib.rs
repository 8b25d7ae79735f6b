//! Python cells: the reader's own code, in the course's own language.
//!
//! `array` is a tensor of any rank and type over burn's CPU device, with gradients. `torch` exposes
//! it to Python as `_lab.Tensor`; everything else that the course uses of PyTorch, numpy and the
//! standard library is written in Python (`lib/`). `cell` runs a text and catches its output and
//! exceptions; `isolation` gives each a fresh start; `program` runs it as `python FILE` would,
//! `commands` makes Python of Jupyter's lines, `source` refuses texts that are no Python,
//! `characters` names what is in them, `screen` hands over what a program shows and writes,
//! `markup` keeps what is safe of HTML, and `library` brings Python's own library. `functions`
//! lets a training run call functions that cells define, and `own_loop` trains with a loop of
//! theirs. `interrupt` ends what runs too long, where there are threads. The page's side of all
//! that is plain data in [`policy_lab::python`]. The package knows nothing of pages; `serve` is the
//! worker, and `stack` says how deep Python may nest there.

pub mod array;
pub mod cell;
mod characters;
mod commands;
mod contents;
pub mod functions;
#[cfg(not(target_arch = "wasm32"))]
pub mod interrupt;
mod isolation;
pub mod library;
mod markup;
pub mod modules;
pub mod own_loop;
mod program;
mod replaced;
pub mod screen;
#[cfg(target_arch = "wasm32")]
mod serve;
mod source;
#[cfg(target_arch = "wasm32")]
mod stack;
mod torch;
#[cfg(not(target_arch = "wasm32"))]
mod turn;

#[cfg(target_arch = "wasm32")]
pub use serve::start;
