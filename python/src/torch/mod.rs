//! The native module `_lab`: tensors as Python objects, and the functions that `lib/torch` is made of.

mod convert;
mod functions;
mod objects;
mod operators;
mod repr;
mod stream;
mod tensor;

pub(super) use convert::array_of;
pub(super) use functions::module;
pub use tensor::{PyTensor, forget};
