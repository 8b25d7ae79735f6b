//! Matrix products.

use burn::backend::ops::{FloatTensorOps, IntTensorOps};

use super::{Array, Binary, Dtype, Error, Host, Result, Values, binary};
use policy_lab::ops::matmul_autodiff::{linear, matmul};

impl Array {
    /// Returns `self @ right`, for vectors, matrices, or a stack of matrices and one matrix.
    ///
    /// # Errors
    /// Sizes that do not match, or types that differ.
    pub fn matmul(self, right: Self) -> Result {
        let dtype = self.dtype();
        if dtype != right.dtype() {
            return Err(Error::Runtime(format!(
                "a product needs factors of one type, not {} and {}",
                dtype.name(),
                right.dtype().name()
            )));
        }
        if self.rank() == 0 || right.rank() == 0 {
            return Err(Error::Runtime(
                "a product of matrices needs vectors or matrices; single numbers are multiplied by *".to_owned(),
            ));
        }
        if right.rank() > 2 {
            return Err(Error::Runtime(
                "here a product with a stack of matrices on the right is not known".to_owned(),
            ));
        }
        let inner = self.shape[self.rank() - 1];
        let mut shape = self.shape[..self.rank() - 1].to_vec();
        let right = if right.rank() == 1 {
            let rows = right.len();
            right.reshape(vec![rows, 1])?
        } else {
            shape.push(right.shape[1]);
            right
        };
        let (rows, columns) = (self.len() / inner.max(1), right.shape[1]);
        if inner != right.shape[0] {
            return Err(Error::Runtime(format!(
                "{rows}x{inner} and {}x{columns} cannot be multiplied: the inner sizes differ",
                right.shape[0]
            )));
        }
        self.reshape(vec![rows, inner])?
            .times(right, false)?
            .reshape(shape)
    }

    /// Returns `self · weightᵀ + bias`, as `torch.nn.functional.linear` does.
    ///
    /// # Errors
    /// Sizes that do not match.
    pub fn linear(self, weight: Self, bias: Option<Self>) -> Result {
        let inner = self.shape.last().copied().unwrap_or(0);
        let &[outputs, inputs] = weight.shape() else {
            return Err(Error::Runtime(
                "a linear layer's weight is a matrix".to_owned(),
            ));
        };
        let rows = self.len() / inner.max(1);
        if inner != inputs || self.rank() == 0 {
            return Err(Error::Runtime(format!(
                "{rows}x{inner} and {inputs}x{outputs} cannot be multiplied: the inner sizes differ"
            )));
        }
        if self.dtype() != weight.dtype() {
            return Err(Error::Runtime(format!(
                "a product needs factors of one type, not {} and {}",
                self.dtype().name(),
                weight.dtype().name()
            )));
        }
        let mut shape = self.shape.clone();
        shape.pop();
        shape.push(outputs);
        let flat = self.reshape(vec![rows, inner])?;
        match bias {
            Some(bias)
                if flat.is_narrow()
                    && bias.is_narrow()
                    && bias.shape() == [outputs]
                    && rows > 0 =>
            {
                let values = linear(flat.fractions(), weight.fractions(), bias.fractions());
                Self::new(Values::Float(values), vec![rows, outputs]).reshape(shape)
            }
            Some(bias) => binary(
                Binary::Add,
                flat.times(weight, true)?.reshape(shape)?.into(),
                bias.into(),
            ),
            None => flat.times(weight, true)?.reshape(shape),
        }
    }

    fn is_narrow(&self) -> bool {
        self.dtype() == Dtype::Float32
    }

    /// Returns the product of two matrices whose sizes match.
    fn times(self, right: Self, is_transposed: bool) -> Result {
        let columns = right.shape[usize::from(!is_transposed)];
        let shape = vec![self.shape[0], columns];
        if shape.contains(&0) || self.is_empty() {
            return Self::full(shape, super::Number::Int(0), self.dtype());
        }
        let is_narrow = self.is_narrow();
        Ok(match (self.values, right.values) {
            (Values::Float(a), Values::Float(b)) if is_narrow => {
                Self::new(Values::Float(matmul(a, b, is_transposed)), shape)
            }
            (Values::Float(a), Values::Float(b)) => {
                // 64 bits are for numpy, whose matrices are small: sums of products of broadcast tensors.
                let b = if is_transposed {
                    Host::float_swap_dims(b, 0, 1)
                } else {
                    b
                };
                let inner = self.shape[1];
                let a = Host::float_reshape(a, vec![shape[0], inner, 1].into());
                let b = Host::float_reshape(b, vec![1, inner, columns].into());
                let sum = Host::float_sum_dim(Host::float_mul(a, b), 1);
                Self::new(Values::Float(sum), vec![shape[0], 1, columns]).reshape(shape)?
            }
            (Values::Int(a), Values::Int(b)) => {
                Self::new(Values::Int(Host::int_matmul(a, b)), shape)
            }
            _ => {
                return Err(Error::Runtime(format!(
                    "a product of matrices is not defined for {}",
                    Dtype::Bool.name()
                )));
            }
        })
    }
}
