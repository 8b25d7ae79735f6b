//! Gradients: the tensors that collect them, and the backward pass.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use burn::backend::AutodiffBackend;
use burn::backend::ops::FloatTensorOps;

use super::{Array, Binary, Error, Host, Operand, Result, Values, binary};

thread_local! {
    static IS_RECORDING: Cell<bool> = const { Cell::new(true) };
    /// The leaves that may still receive a gradient.
    static LEAVES: RefCell<Vec<Weak<Leaf>>> = const { RefCell::new(Vec::new()) };
}

/// Returns true if operations are recorded: `torch.is_grad_enabled()`.
pub fn is_recording() -> bool {
    IS_RECORDING.get()
}

/// Turns recording on or off, and returns the previous state.
pub fn set_recording(is_recording: bool) -> bool {
    IS_RECORDING.replace(is_recording)
}

/// A tensor that collects gradients. It remains the same leaf while its numbers change.
#[derive(Debug)]
pub struct Leaf {
    array: RefCell<Array>,
    grad: RefCell<Option<Array>>,
}

impl Leaf {
    /// Creates a leaf with these numbers.
    ///
    /// # Errors
    /// Whole numbers have no gradient.
    pub fn new(array: Array) -> Result<Rc<Self>> {
        let leaf = Rc::new(Self {
            array: RefCell::new(array.wanting_gradient()?),
            grad: RefCell::new(None),
        });
        LEAVES.with_borrow_mut(|leaves| {
            leaves.retain(|leaf| leaf.strong_count() > 0);
            leaves.push(Rc::downgrade(&leaf));
        });
        Ok(leaf)
    }

    /// Returns its numbers. Gradients of anything computed from them flow back to this leaf.
    pub fn array(&self) -> Array {
        self.array.borrow().clone()
    }

    /// Replaces its numbers.
    ///
    /// # Errors
    /// Whole numbers have no gradient.
    pub fn replace(&self, array: Array) -> Result<()> {
        self.array.replace(array.wanting_gradient()?);
        Ok(())
    }

    /// Returns the gradient accumulated so far.
    pub fn grad(&self) -> Option<Array> {
        self.grad.borrow().clone()
    }

    /// Sets the gradient, or clears it.
    pub fn set_grad(&self, grad: Option<Array>) {
        self.grad.replace(grad.map(Array::detach));
    }

    fn add_grad(&self, grad: Array) -> Result<()> {
        let sum = match self.grad() {
            Some(before) => binary(Binary::Add, Operand::Array(before), Operand::Array(grad))?,
            None => grad,
        };
        self.set_grad(Some(sum));
        Ok(())
    }
}

impl Array {
    /// Returns the same numbers without a connection to any leaf.
    pub fn detach(self) -> Self {
        let values = match self.values {
            Values::Float(tensor) if tensor.is_tracked() => {
                Values::Float(Host::from_inner(Host::inner(tensor)))
            }
            other => other,
        };
        Self::new(values, self.shape)
    }

    /// Returns true if gradients flow back to a leaf.
    pub fn is_tracked(&self) -> bool {
        matches!(&self.values, Values::Float(tensor) if tensor.is_tracked())
    }

    fn wanting_gradient(self) -> Result {
        match self.detach() {
            Self {
                values: Values::Float(tensor),
                shape,
            } => {
                let tensor = Host::float_set_require_grad(tensor, true);
                Ok(Self::new(Values::Float(tensor), shape))
            }
            _ => Err(Error::Runtime(
                "whole numbers and truth values have no gradient: use floats".to_owned(),
            )),
        }
    }

    /// Adds the gradient of this number to every leaf that it was computed from.
    ///
    /// # Errors
    /// There are several numbers, or no leaf.
    pub fn backward(&self) -> Result<()> {
        if !self.is_tracked() {
            return Err(Error::Runtime(
                "no way leads back from here: nothing that this was computed from requires grad (or a detach or no_grad is in between)".to_owned(),
            ));
        }
        if self.len() != 1 {
            return Err(Error::Runtime(
                "backward starts at a single number: take the mean or the sum first".to_owned(),
            ));
        }
        let grads = Host::backward(self.clone().fractions());
        let leaves: Vec<_> =
            LEAVES.with_borrow(|leaves| leaves.iter().filter_map(Weak::upgrade).collect());
        for leaf in leaves {
            let array = leaf.array();
            if let Some(grad) = Host::grad(&array.clone().fractions(), &grads) {
                let grad = Values::Float(Host::from_inner(grad));
                leaf.add_grad(Self::new(grad, array.shape))?;
            }
        }
        Ok(())
    }
}
