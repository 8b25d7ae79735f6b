//! Whether a tensor's numbers have been written to since an operation kept them for its gradient.
//!
//! Numbers that are kept are a copy of their own, so that the gradient would be right all the same.
//! PyTorch keeps the tensor itself, and refuses: a program that runs here has to run there.

use std::cell::Cell;
use std::rc::Rc;

use super::{Array, Dtype, Error};

/// How often a tensor had been written to when its numbers were taken, and how often by now.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    writes: Rc<Cell<u64>>,
    seen: u64,
}

impl Array {
    /// Returns the numbers, which remember how often their tensor has been written to.
    pub fn watching(mut self, writes: &Rc<Cell<u64>>) -> Self {
        self.watch = Some(Watch {
            writes: writes.clone(),
            seen: writes.get(),
        });
        self
    }

    /// Returns the numbers as they are now, whatever is written to their tensor.
    pub fn unwatched(mut self) -> Self {
        self.watch = None;
        self
    }

    /// Refuses numbers whose tensor has been written to since they were taken.
    ///
    /// # Errors
    /// In PyTorch's words, and what to write instead.
    pub(super) fn check_unwritten(&self) -> Result<(), Error> {
        let Some(watch) = &self.watch else {
            return Ok(());
        };
        let (now, seen) = (watch.writes.get(), watch.seen);
        if now == seen {
            return Ok(());
        }
        let kind = match self.dtype() {
            Dtype::Float32 => "FloatTensor",
            Dtype::Float64 => "DoubleTensor",
            Dtype::Bool => "BoolTensor",
            Dtype::Uint8 => "ByteTensor",
            Dtype::Int32 => "IntTensor",
            Dtype::Int64 => "LongTensor",
        };
        Err(Error::Runtime(format!(
            "one of the variables needed for gradient computation has been modified by an inplace operation: [torch.{kind} {:?}] is at version {now}; expected version {seen} instead. Hint: write y = y + 1 instead of y += 1, and compute a loss anew after optimizer.step() before you call backward on it",
            self.shape
        )))
    }
}
