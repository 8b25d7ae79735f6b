//! Reductions: sums, means, extremes.

use burn::backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};

use super::tape::{Flow, RecordedStep};
use super::{
    Array, Binary, Dtype, Error, Host, Number, Result, Unary, Values, binary, choose, named,
};

named! {
    /// The quantity that a reduction computes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[expect(missing_docs, reason = "the names say it")]
    pub enum Reduction {
        Sum = "sum",
        Mean = "mean",
        Prod = "prod",
        Max = "max",
        Min = "min",
        All = "all",
        Any = "any",
    }
}

/// What is said of no numbers.
const NO_EXTREME: &str = "an empty tensor has no largest or smallest number";

impl Array {
    /// Reduces the given dimensions, or all.
    ///
    /// # Errors
    /// A dimension that does not exist, means of whole numbers, or extremes of no numbers.
    pub fn reduce(self, reduction: Reduction, dims: Option<&[isize]>, keep: bool) -> Result {
        let is_named = dims.is_some();
        let dims = self.reduced(dims)?;
        let is_logical = matches!(reduction, Reduction::All | Reduction::Any);
        let is_extreme = matches!(reduction, Reduction::Max | Reduction::Min);
        let is_truth = self.dtype() == Dtype::Bool && is_extreme;
        if reduction == Reduction::Mean && !self.dtype().is_float() {
            return Err(Error::NotImplemented(format!(
                "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype: the mean of {} is not defined: call .float() first",
                self.dtype().name()
            )));
        }
        let is_over_nothing = dims.iter().any(|dim| self.shape.get(*dim) == Some(&0));
        if is_over_nothing && is_extreme {
            let error = if is_named {
                Error::Index
            } else {
                Error::Runtime
            };
            return Err(error(NO_EXTREME.to_owned()));
        }
        let mut shape = self.shape.clone();
        for dim in &dims {
            if let Some(size) = shape.get_mut(*dim) {
                *size = 1;
            }
        }
        let whole = self.shape.len();
        let array = if is_logical {
            self.cast(Dtype::Bool)
        } else if self.dtype() == Dtype::Bool
            || self.dtype() < Dtype::Int64 && matches!(reduction, Reduction::Sum | Reduction::Prod)
        {
            self.cast(Dtype::Int64)
        } else {
            self
        };
        let name = reduction.backward_name(is_named);
        let mut step = RecordedStep::of(name, &[&array]);
        match reduction {
            Reduction::Max | Reduction::Min | Reduction::Prod => step = step.saving(&[&array]),
            _ => {}
        }
        let before = array.shape.clone();
        let values = if array.is_empty() {
            let nothing = match reduction {
                Reduction::Mean => Number::Float(f64::NAN),
                Reduction::Prod | Reduction::All => Number::Int(1),
                _ => Number::Int(0),
            };
            Self::full(shape.clone(), nothing, array.dtype())?.values
        } else {
            (0..whole)
                .filter(|dim| dims.contains(dim))
                .fold(array.values, |values, dim| along(reduction, values, dim))
        };
        let reduced = dims.clone();
        let kept = step.done(Self::new(values, shape), move |flow| {
            flow.one(|grad| spread(reduction, &before, &reduced, flow, grad))
        });
        let kept = if is_truth {
            kept.cast(Dtype::Bool)
        } else {
            kept
        };
        if keep {
            return Ok(kept);
        }
        Ok(kept.without(&dims)?.going_on(name))
    }

    /// Returns the variance: squared distances from the mean, summed and divided by the count minus
    /// `correction`.
    ///
    /// # Errors
    /// As for [`Array::reduce`].
    pub fn var(self, dims: Option<&[isize]>, correction: f64, keep: bool) -> Result {
        if !self.dtype().is_float() {
            return Err(Error::NotImplemented(
                "std and var take fractions: call .float() first".to_owned(),
            ));
        }
        let name = "VarBackward0";
        let step = RecordedStep::of(name, &[&self]).saving(&[&self]);
        let (array, named) = (self.detach(), dims.map(<[_]>::to_vec));
        let (off, count) = array.off_mean(dims)?;
        let squares = off.clone().times(off)?;
        let sum = squares.reduce(Reduction::Sum, dims, true)?;
        let divisor = (count - correction).max(0.0);
        let var = binary(Binary::Div, sum, divisor)?;
        let reduced = array.reduced(dims)?;
        let kept = step.done(var, move |flow| {
            let (off, _) = flow.saved(0).off_mean(named.as_deref())?;
            let slope = binary(Binary::Mul, off, 2.0)?;
            let slope = binary(Binary::Div, slope, divisor)?;
            flow.one(|grad| grad.times(slope))
        });
        if keep {
            Ok(kept)
        } else {
            Ok(kept.without(&reduced)?.going_on(name))
        }
    }

    /// Returns the distances from the mean, and how many numbers each mean is of.
    fn off_mean(&self, dims: Option<&[isize]>) -> Result<(Self, f64)> {
        let mean = self.clone().reduce(Reduction::Mean, dims, true)?;
        let count = self.len() as f64 / mean.len().max(1) as f64;
        let off = binary(Binary::Sub, self.clone(), mean)?;
        Ok((off, count))
    }

    /// Returns the dimensions that are named, or all.
    fn reduced(&self, dims: Option<&[isize]>) -> Result<Vec<usize>> {
        dims.map_or_else(|| Ok((0..self.rank()).collect()), |dims| self.dims(dims))
    }

    /// Returns the tensor without dimensions that have size 1.
    fn without(self, dims: &[usize]) -> Result {
        let sizes = self.shape.iter().enumerate();
        let left = sizes.filter(|(dim, _)| !dims.contains(dim));
        let shape = left.map(|(_, size)| *size).collect();
        self.reshape(shape)
    }

    /// Returns the largest or smallest elements along one dimension, and their indices.
    ///
    /// # Errors
    /// A dimension that does not exist, or has no elements.
    pub fn extreme(self, is_max: bool, dim: isize, keep: bool) -> Result<(Self, Self)> {
        let places = self.clone().arg_extreme(is_max, Some(dim), true)?;
        let name = match is_max {
            true => "MaxBackward0",
            false => "MinBackward0",
        };
        let values = self.gather(dim, &places)?.named(name);
        if keep {
            return Ok((values, places));
        }
        let dims = [values.dim(dim)?];
        Ok((values.without(&dims)?.named(name), places.without(&dims)?))
    }

    /// Returns the index of the largest or smallest element, along `dim` or in row-major order.
    ///
    /// # Errors
    /// As for [`Array::extreme`].
    pub fn arg_extreme(self, is_max: bool, dim: Option<isize>, keep: bool) -> Result {
        let Some(dim) = dim else {
            let count = self.len();
            return self
                .reshape(vec![count])?
                .arg_extreme(is_max, Some(0), false);
        };
        let dim = self.dim(dim)?;
        if self.shape.get(dim) == Some(&0) {
            return Err(Error::Index(NO_EXTREME.to_owned()));
        }
        let shape = self.sizes_with(dim, 1);
        // Fractions of 32 bits cannot tell large whole numbers apart.
        let places = match (self.into_numbers().values, is_max) {
            (Values::Float(t), true) => Host::float_argmax(t, dim, Dtype::Int64.int()),
            (Values::Float(t), false) => Host::float_argmin(t, dim, Dtype::Int64.int()),
            (Values::Int(t), true) => Host::int_argmax(t, dim),
            (Values::Int(t), false) => Host::int_argmin(t, dim),
            (Values::Bool(_), _) => unreachable!("cast to a number"),
        };
        let places = Self::new(Values::Int(places), shape).cast(Dtype::Int64);
        if keep {
            Ok(places)
        } else {
            places.without(&[dim])
        }
    }

    /// Returns the square root of [`Array::var`].
    ///
    /// # Errors
    /// As for [`Array::reduce`].
    pub fn std(self, dims: Option<&[isize]>, correction: f64, keep: bool) -> Result {
        let root = self.var(dims, correction, keep)?.unary(Unary::Length)?;
        Ok(root.named("StdBackward0"))
    }
}

/// Returns the gradient of what was reduced, from that of the result, whose reduced dimensions have
/// size 1.
fn spread(
    reduction: Reduction,
    before: &[usize],
    dims: &[usize],
    flow: &Flow<'_>,
    grad: Array,
) -> Result {
    match reduction {
        Reduction::Mean => {
            let count: usize = dims.iter().filter_map(|dim| before.get(*dim)).product();
            binary(Binary::Mul, grad, 1.0 / count as f64)?.expand(before)
        }
        Reduction::Max | Reduction::Min => {
            // Equal ones share it.
            let array = flow.saved(0).detach();
            let named: Vec<isize> = dims.iter().map(|dim| *dim as isize).collect();
            let extreme = array.clone().reduce(reduction, Some(&named), true)?;
            let is_equal = binary(Binary::Equal, array.clone(), extreme)?;
            let is_none = array.unary(Unary::IsNan)?;
            let is_one = binary(Binary::Or, is_equal, is_none)?;
            let count = is_one.clone().cast(grad.dtype());
            let count = count.reduce(Reduction::Sum, Some(&named), true)?;
            let share = binary(Binary::Div, grad, count)?;
            choose(is_one, share, 0.0)
        }
        Reduction::Prod => others(flow.saved(0), dims)?.times(grad),
        _ => grad.expand(before),
    }
}

/// Returns, for each element, the product of the others along `dims`.
fn others(array: Array, dims: &[usize]) -> Result {
    let named: Vec<isize> = dims.iter().map(|dim| *dim as isize).collect();
    let is_none = binary(Binary::Equal, array.clone(), Number::Int(0))?;
    let count = is_none.clone().reduce(Reduction::Sum, Some(&named), true)?;
    let filled = choose(is_none.clone(), 1.0, array)?;
    let product = filled.clone().reduce(Reduction::Prod, Some(&named), true)?;
    let quotient = binary(Binary::Div, product, filled)?;
    // With one 0 only its own place has others without one, with two none has.
    let whole = binary(Binary::Equal, count.clone(), Number::Int(0))?;
    let single = binary(Binary::Equal, count, Number::Int(1))?;
    let single = binary(Binary::And, single, is_none)?;
    let kept = binary(Binary::Or, whole, single)?;
    choose(kept, quotient, 0.0)
}

/// Reduces one dimension to size 1.
fn along(reduction: Reduction, values: Values, dim: usize) -> Values {
    match (reduction, values) {
        (Reduction::Sum, Values::Float(t)) => Values::Float(Host::float_sum_dim(t, dim)),
        (Reduction::Mean, Values::Float(t)) => Values::Float(Host::float_mean_dim(t, dim)),
        (Reduction::Prod, Values::Float(t)) => Values::Float(Host::float_prod_dim(t, dim)),
        (Reduction::Max, Values::Float(t)) => Values::Float(Host::float_max_dim(t, dim)),
        (Reduction::Min, Values::Float(t)) => Values::Float(Host::float_min_dim(t, dim)),
        (Reduction::Prod, Values::Int(t)) => Values::Int(Host::int_prod_dim(t, dim)),
        (Reduction::Max, Values::Int(t)) => Values::Int(Host::int_max_dim(t, dim)),
        (Reduction::Min, Values::Int(t)) => Values::Int(Host::int_min_dim(t, dim)),
        (_, Values::Int(t)) => Values::Int(Host::int_sum_dim(t, dim)),
        (Reduction::Any, Values::Bool(t)) => Values::Bool(Host::bool_any_dim(t, dim)),
        (_, Values::Bool(t)) => Values::Bool(Host::bool_all_dim(t, dim)),
        (Reduction::All | Reduction::Any, Values::Float(_)) => {
            unreachable!("cast to truth values")
        }
    }
}
