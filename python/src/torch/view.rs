//! How views come from their tensors: which numbers they show, and where those lie.

use crate::array::{Array, Index, Result, layout};

/// How a view comes from its tensor.
#[derive(Clone, Debug)]
pub enum ViewKind {
    /// The same numbers without their history.
    Detached,
    /// `tensor[...]` without tensors between the brackets.
    At(Vec<Index>),
    /// Another shape.
    Shape(Vec<usize>),
    /// Another order of the dimensions.
    Order(Vec<isize>),
    /// Stretched to a larger shape, in which numbers are repeated.
    Stretched(Vec<usize>),
}

impl ViewKind {
    /// Returns the numbers of the view, taken from those of its tensor.
    ///
    /// # Errors
    /// As for what it does.
    pub fn apply(&self, array: Array) -> Result {
        match self {
            Self::Detached => Ok(array.detach()),
            Self::At(indices) => array.get(indices),
            Self::Shape(shape) => array.reshape(shape.clone()),
            Self::Order(order) => array.permute(order),
            Self::Stretched(shape) => array.expand(shape),
        }
    }

    /// Returns the strides of a view of numbers with this shape and these strides, or `None` if it
    /// is none: its numbers lie elsewhere, row by row.
    pub fn strides(&self, shape: &[usize], strides: &[isize]) -> Option<Vec<isize>> {
        match self {
            Self::Detached => Some(strides.to_vec()),
            Self::At(indices) => layout::indexed(shape, strides, indices),
            Self::Shape(to) => layout::reshaped(shape, strides, to),
            Self::Order(order) => {
                let rank = shape.len() as isize;
                let dims = order.iter().map(|dim| dim.rem_euclid(rank.max(1)) as usize);
                dims.map(|dim| strides.get(dim).copied()).collect()
            }
            Self::Stretched(to) => Some(layout::stretched(shape, strides, to)),
        }
    }
}
