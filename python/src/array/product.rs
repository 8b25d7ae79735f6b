//! Matrix products.

use burn::backend::ops::{FloatTensorOps, IntTensorOps};

use super::flat::{Flat, tensor};
use super::tape::{Flow, Grads, RecordedStep};
use super::{
    Array, Binary, Dtype, Error, Host, Index, Number, Reduction, Result, Values, binary, broadcast,
};
use policy_lab::ops::product::{column_sums, linear, times, times_transpose, transpose_times};

/// Which of two matrices is transposed before they are multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turned {
    None,
    Left,
    Right,
}

impl Array {
    /// Returns `self @ right`, for vectors, matrices and stacks of matrices.
    ///
    /// # Errors
    /// Sizes that do not match, or types that differ.
    pub fn matmul(self, right: Self) -> Result {
        self.check_type(&right)?;
        if self.rank() == 0 || right.rank() == 0 {
            return Err(Error::Runtime(
                "a product of matrices needs vectors or matrices; single numbers are multiplied by *".to_owned(),
            ));
        }
        if right.rank() > 2 {
            return self.stacked(right);
        }
        let inner = self.shape[self.rank() - 1];
        let mut shape = self.shape[..self.rank() - 1].to_vec();
        let rows: usize = shape.iter().product();
        let is_vector = right.rank() == 1;
        let right = if is_vector {
            let rows = right.len();
            right.reshape(vec![rows, 1])?
        } else {
            shape.push(right.shape[1]);
            right
        };
        let columns = right.shape[1];
        if inner != right.shape[0] {
            return Err(no_product([rows, inner], [right.shape[0], columns]));
        }
        let name = match (self.rank(), is_vector) {
            (1, true) => "DotBackward0",
            (2, true) => "MvBackward0",
            (1, false) => "SqueezeBackward4",
            (2, false) => "MmBackward0",
            _ => "UnsafeViewBackward0",
        };
        let product = self
            .reshape(vec![rows, inner])?
            .product(right, Turned::None)?;
        Ok(product.reshape(shape)?.named(name))
    }

    fn check_type(&self, right: &Self) -> Result<()> {
        let (left, right) = (self.dtype(), right.dtype());
        if left == right {
            return Ok(());
        }
        Err(Error::Runtime(format!(
            "mat1 and mat2 must have the same dtype: a product needs factors of one type, not {} and {}",
            left.name(),
            right.name()
        )))
    }

    /// Multiplies matrix by matrix where the right factor is a stack of them.
    fn stacked(self, right: Self) -> Result {
        let is_vector = self.rank() == 1;
        let left = match is_vector {
            true => {
                let inner = self.len();
                self.reshape(vec![1, inner])?
            }
            false => self,
        };
        let split = |shape: &[usize]| {
            let (outer, matrix) = shape.split_at(shape.len() - 2);
            (outer.to_vec(), matrix.to_vec())
        };
        let ((outer, a), (other, b)) = (split(&left.shape), split(&right.shape));
        if a[1] != b[0] {
            return Err(no_product([a[0], a[1]], [b[0], b[1]]));
        }
        let outer = broadcast(&outer, &other)?;
        let count: usize = outer.iter().product();
        let flat = |array: Self, matrix: &[usize]| {
            let whole = array.expand(&[&outer[..], matrix].concat())?;
            whole.reshape([&[count], matrix].concat())
        };
        let (left, right) = (flat(left, &a)?, flat(right, &b)?);
        let mut shape = [&outer[..], &[a[0], b[1]]].concat();
        if is_vector {
            shape.remove(outer.len());
        }
        if shape.contains(&0) || a[1] == 0 {
            return Self::full(shape, Number::Int(0), left.dtype());
        }
        let products = left.products(right, Turned::None)?.reshape(shape)?;
        Ok(products.named("UnsafeViewBackward0"))
    }

    /// Multiplies two stacks of matrices, each by the one in its place, as one recorded step: the
    /// gradient of a part of a stack would be as large as the stack.
    fn products(self, right: Self, turned: Turned) -> Result {
        let step = RecordedStep::of("BmmBackward0", &[&self, &right]);
        let step = step.saving_factors(&self, &right);
        let (left, right) = (self.detach(), right.detach());
        let products = (0..left.shape[0] as isize).map(|at| {
            let at = [Index::At(at)];
            (left.clone().get(&at)?).product(right.clone().get(&at)?, turned)
        });
        let stack = Self::stack(products.collect::<Result<_>>()?, 0)?;
        Ok(step.done(stack, move |flow| {
            product_back(turned, flow, Self::products)
        }))
    }

    /// Returns `self · weightᵀ + bias`, as `torch.nn.functional.linear` does.
    ///
    /// # Errors
    /// Sizes that do not match.
    pub fn linear(self, weight: Self, bias: Option<Self>) -> Result {
        let &[outputs, inputs] = weight.shape() else {
            return Err(Error::Runtime(format!(
                "a linear layer's weight is a matrix, not of shape {:?}",
                weight.shape
            )));
        };
        let (inner, outer) = self.shape.split_last().unwrap_or((&0, &[]));
        let (inner, rows) = (*inner, outer.iter().product::<usize>());
        if inner != inputs || self.rank() == 0 {
            return Err(no_product([rows, inner], [inputs, outputs]));
        }
        self.check_type(&weight)?;
        let shape = [outer, &[outputs]].concat();
        let name = match (self.rank(), &bias) {
            (1, None) => "SqueezeBackward4",
            (2, None) => "MmBackward0",
            (2, Some(_)) => "AddmmBackward0",
            _ => "UnsafeViewBackward0",
        };
        let flat = self.reshape(vec![rows, inner])?;
        let result = match bias {
            Some(bias)
                if flat.is_narrow()
                    && bias.is_narrow()
                    && bias.shape() == [outputs]
                    && !flat.is_empty() =>
            {
                flat.affine(weight, bias).reshape(shape)?
            }
            Some(bias) => {
                let product = flat.product(weight, Turned::Right)?.reshape(shape)?;
                binary(Binary::Add, product, bias)?
            }
            None => flat.product(weight, Turned::Right)?.reshape(shape)?,
        };
        Ok(result.named(name))
    }

    /// Computes a linear layer of 32-bit floats as one recorded step.
    fn affine(self, weight: Self, bias: Self) -> Self {
        let step = RecordedStep::of("AddmmBackward0", &[&self, &weight, &bias]);
        let step = step.saving_factors(&self, &weight);
        let shape = vec![self.shape[0], bias.shape[0]];
        let [input, weight, bias] = [self, weight, bias].map(|factor| Flat::of(factor.fractions()));
        let values = linear(input.matrix(), weight.matrix(), bias.numbers());
        let values = tensor(values, &shape);
        step.done(Self::new(Values::Float(values), shape), |flow| {
            let (input, weight) = (flow.saved(0), flow.saved(1));
            Ok(vec![
                flow.at(0, |grad| grad.product(weight, Turned::None))?,
                flow.at(1, |grad| grad.product(input, Turned::Left))?,
                flow.at(2, |grad| {
                    if grad.is_tracked() {
                        return grad.reduce(Reduction::Sum, Some(&[0]), false);
                    }
                    let columns = vec![grad.shape[1]];
                    let sums = column_sums(Flat::of(grad.fractions()).matrix());
                    Ok(Self::new(Values::Float(tensor(sums, &columns)), columns))
                })?,
            ])
        })
    }

    fn is_narrow(&self) -> bool {
        self.dtype() == Dtype::Float32
    }

    /// Returns the product of two matrices whose sizes match.
    fn product(self, right: Self, turned: Turned) -> Result {
        let (rows, inner) = match turned {
            Turned::Left => (self.shape[1], self.shape[0]),
            _ => (self.shape[0], self.shape[1]),
        };
        let columns = right.shape[usize::from(turned != Turned::Right)];
        let shape = vec![rows, columns];
        Self::check_size(&shape)?;
        if self.dtype() == Dtype::Uint8 {
            let [left, right] = [self, right].map(|factor| factor.cast(Dtype::Int64));
            return Ok(left.product(right, turned)?.cast(Dtype::Uint8));
        }
        if shape.contains(&0) || inner == 0 {
            return Self::full(shape, Number::Int(0), self.dtype());
        }
        let step = RecordedStep::of("MmBackward0", &[&self, &right]);
        let step = step.saving_factors(&self, &right);
        let is_narrow = self.is_narrow();
        let values = match (self.values, right.values) {
            (Values::Float(a), Values::Float(b)) if is_narrow => {
                let (a, b) = (Flat::of(a), Flat::of(b));
                let product = match turned {
                    Turned::None => times(a.matrix(), b.matrix()),
                    Turned::Left => transpose_times(a.matrix(), b.matrix()),
                    Turned::Right => times_transpose(a.matrix(), b.matrix()),
                };
                Values::Float(tensor(product, &shape))
            }
            (Values::Float(a), Values::Float(b)) => {
                let numbers = |factor, is_turned, shape: [usize; 2]| {
                    let factor = match is_turned {
                        true => Host::float_swap_dims(factor, 0, 1),
                        false => factor,
                    };
                    Self::new(Values::Float(factor), shape.to_vec()).floats()
                };
                let a = numbers(a, turned == Turned::Left, [rows, inner]);
                let b = numbers(b, turned == Turned::Right, [inner, columns]);
                let product = wide_product(&a, &b, inner, columns);
                Self::from_floats(product, shape.clone(), Dtype::Float64)?.values
            }
            (Values::Int(a), Values::Int(b)) => {
                let b = match turned {
                    Turned::Right => Host::int_swap_dims(b, 0, 1),
                    _ => b,
                };
                Values::Int(Host::int_matmul(a, b))
            }
            _ => {
                return Err(Error::Runtime(format!(
                    "a product of matrices is not defined for {}",
                    Dtype::Bool.name()
                )));
            }
        };
        let product = Self::new(values, shape);
        Ok(step.done(product, move |flow| {
            product_back(turned, flow, Self::product)
        }))
    }
}

/// Returns the error about matrices whose inner sizes differ.
fn no_product([rows, inner]: [usize; 2], [other, columns]: [usize; 2]) -> Error {
    Error::Runtime(format!(
        "mat1 and mat2 shapes cannot be multiplied ({rows}x{inner} and {other}x{columns}): the inner sizes differ"
    ))
}

/// Returns the gradients of both factors, by the function that multiplied them.
fn product_back(
    turned: Turned,
    flow: &Flow<'_>,
    times: fn(Array, Array, Turned) -> Result,
) -> Result<Grads> {
    let (left, right) = (flow.saved(0), flow.saved(1));
    Ok(vec![
        flow.at(0, |grad| match turned {
            Turned::None => times(grad, right.clone(), Turned::Right),
            Turned::Left => times(right.clone(), grad, Turned::Right),
            Turned::Right => times(grad, right.clone(), Turned::None),
        })?,
        flow.at(1, |grad| match turned {
            Turned::None => times(left, grad, Turned::Left),
            Turned::Left => times(left, grad, Turned::None),
            Turned::Right => times(grad, left, Turned::Left),
        })?,
    ])
}

/// Returns the product of two matrices of 64-bit numbers, `left` with rows of `inner` numbers and
/// `right` with rows of `columns`. Both are at least 1. Such matrices come from numpy and are
/// small, so it needs no more than rows that are added up.
fn wide_product(left: &[f64], right: &[f64], inner: usize, columns: usize) -> Vec<f64> {
    let mut product = vec![0.0; left.len() / inner * columns];
    for (sums, factors) in product.chunks_mut(columns).zip(left.chunks(inner)) {
        for (factor, row) in factors.iter().zip(right.chunks(columns)) {
            for (sum, number) in sums.iter_mut().zip(row) {
                *sum += factor * number;
            }
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use std::rc::{Rc, Weak};

    use super::*;
    use crate::array::{COMPUTED, Node, Sink, Start, gradients_at};

    struct Nowhere;

    impl Sink for Nowhere {
        fn add(&self, _grad: Array, _creates_graph: bool) -> Result<()> {
            Ok(())
        }
    }

    /// Returns a tensor of ones that wants a gradient, and its node.
    fn leaf(shape: &[usize]) -> Result<(Array, Rc<Node>)> {
        let node = Node::leaf(Weak::<Nowhere>::new());
        let ones = Array::full(shape.to_vec(), Number::Int(1), Dtype::Float32)?;
        Ok((ones.with_node(Some(node.clone()))?, node))
    }

    /// Returns how many numbers a product of these shapes and its gradients compute.
    fn work(left: &[usize], right: &[usize]) -> Result<usize> {
        let ((a, left), (b, right)) = (leaf(left)?, leaf(right)?);
        COMPUTED.set(0);
        let from = a.matmul(b)?.reduce(Reduction::Sum, None, false)?;
        let grads = gradients_at(
            &[left, right],
            vec![Start { from, grad: None }],
            false,
            false,
        )?;
        assert!(grads.iter().all(Option::is_some));
        Ok(COMPUTED.get())
    }

    #[test]
    fn gradients_of_stacks_take_work_in_proportion_to_their_length() -> Result<()> {
        let shapes = |count: usize| {
            [
                (vec![count, 5, 16], vec![16, 5]),
                (vec![count, 5, 16], vec![count, 16, 5]),
                (vec![5, 16], vec![count, 16, 5]),
                (vec![count, 5, 16], vec![1, 16, 5]),
                (vec![16], vec![count, 16, 5]),
                (vec![2, count, 5, 16], vec![count, 16, 5]),
            ]
        };
        for (few, many) in shapes(16).into_iter().zip(shapes(64)) {
            let (less, more) = (work(&few.0, &few.1)?, work(&many.0, &many.1)?);
            assert!(more <= 4 * less, "{few:?}: {less}, then {more}");
        }
        Ok(())
    }
}
