//! The native module `_lab`: tensors as Python objects, and the functions on which `lib/torch` is
//! built.

mod convert;
mod functions;
mod generator;
mod gradients;
mod numbers;
mod objects;
mod operation;
mod operators;
mod pcg;
mod picture;
mod repr;
mod single;
mod stream;
mod tensor;
mod view;

pub(super) use convert::array_of;
pub(super) use functions::module;
pub use tensor::{PyTensor, forget};
