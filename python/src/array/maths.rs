//! Functions of one tensor, and selection of elements by indices.

use burn::backend::ops::{ActivationOps, BoolTensorOps, FloatTensorOps, IntTensorOps};
use burn::backend::tensor::IndexingUpdateOp;
use burn::tensor::Scalar;

use super::shape::listed;
use super::{Array, BOOL, Binary, Dtype, Error, Host, Number, Operand, Result, Values, binary};

/// Functions of one tensor, element by element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Unary {
    Neg,
    Not,
    Abs,
    Sign,
    Exp,
    Log,
    Log1p,
    Sqrt,
    Reciprocal,
    Sin,
    Cos,
    Tan,
    Tanh,
    Sigmoid,
    Relu,
    Floor,
    Ceil,
    Round,
    IsNan,
    IsInf,
}

impl Array {
    /// Applies a function to each element.
    ///
    /// # Errors
    /// Truth values have no sign, fractions no bits.
    pub fn unary(self, function: Unary) -> Result {
        let shape = self.shape.clone();
        let dtype = self.dtype();
        let values = match (function, self.values) {
            (Unary::Neg, Values::Bool(_)) => {
                return Err(Error::Runtime(
                    "`-` is not defined for bool tensors: `~mask` inverts a mask".to_owned(),
                ));
            }
            (Unary::Not, Values::Float(_)) => {
                return Err(Error::Type(
                    "~ takes bool or whole numbers, not fractions".to_owned(),
                ));
            }
            (Unary::Neg, Values::Int(tensor)) => Values::Int(Host::int_neg(tensor)),
            (Unary::Abs, Values::Int(tensor)) => Values::Int(Host::int_abs(tensor)),
            (Unary::Sign, Values::Int(tensor)) => Values::Int(Host::int_sign(tensor)),
            (Unary::Not, Values::Int(tensor)) => Values::Int(Host::bitwise_not(tensor)),
            (Unary::Not, Values::Bool(tensor)) => Values::Bool(Host::bool_not(tensor)),
            (Unary::Floor | Unary::Ceil | Unary::Round, Values::Int(tensor)) => Values::Int(tensor),
            (function, values) => {
                fractional(function, Self::new(values, shape.clone()).fractions())
            }
        };
        let result = Self::new(values, shape);
        // PyTorch's relu keeps whole numbers whole.
        Ok(if function == Unary::Relu && !dtype.is_float() {
            result.cast(dtype)
        } else {
            result
        })
    }

    /// Limits elements to `min` and `max`. Outside of them no gradient passes.
    ///
    /// # Errors
    /// Neither limit is given, or shapes do not match.
    pub fn clamp(self, min: Option<Operand>, max: Option<Operand>) -> Result {
        let bounds = match (min, max) {
            (None, None) => {
                return Err(Error::Runtime(
                    "clamp needs a min, a max, or both".to_owned(),
                ));
            }
            bounds => bounds,
        };
        let mut array = self;
        for (bound, op) in [(bounds.0, Binary::Maximum), (bounds.1, Binary::Minimum)] {
            array = match (bound, array.values) {
                (None, values) => Self::new(values, array.shape),
                (Some(Operand::Number(number)), Values::Float(tensor)) => {
                    let by = Scalar::Float(number.float());
                    let clamped = if op == Binary::Maximum {
                        Host::float_clamp_min(tensor, by)
                    } else {
                        Host::float_clamp_max(tensor, by)
                    };
                    Self::new(Values::Float(clamped), array.shape)
                }
                (Some(bound), values) => {
                    binary(op, Operand::Array(Self::new(values, array.shape)), bound)?
                }
            };
        }
        Ok(array)
    }

    /// Returns probabilities along `dim`, or their logarithms.
    ///
    /// # Errors
    /// A dimension that does not exist, or whole numbers.
    pub fn softmax(self, dim: isize, in_logs: bool) -> Result {
        let dim = self.dim(dim)?;
        if !self.dtype().is_float() {
            return Err(Error::Runtime(format!(
                "softmax takes fractions, not {}",
                self.dtype().name()
            )));
        }
        let shape = self.shape.clone();
        let tensor = self.fractions();
        let tensor = if in_logs {
            Host::log_softmax(tensor, dim)
        } else {
            Host::softmax(tensor, dim)
        };
        Ok(Self::new(Values::Float(tensor), shape))
    }

    /// Returns cumulative sums along `dim`.
    ///
    /// # Errors
    /// A dimension that does not exist.
    pub fn cumsum(self, dim: isize) -> Result {
        let dim = self.dim(dim)?;
        let shape = self.shape.clone();
        let values = match self.values {
            Values::Float(tensor) => Values::Float(Host::float_cumsum(tensor, dim)),
            Values::Int(tensor) => Values::Int(Host::int_cumsum(tensor, dim)),
            Values::Bool(tensor) => Values::Int(Host::int_cumsum(
                Host::bool_into_int(tensor, Dtype::Int64.int()),
                dim,
            )),
        };
        Ok(Self::new(values, shape))
    }

    /// Returns the elements at `indices` along `dim`: `out[i][j] = self[i][indices[i][j]]` for the last of two
    /// dimensions.
    ///
    /// # Errors
    /// Ranks or sizes that do not match, or indices out of range.
    pub fn gather(self, dim: isize, indices: &Self) -> Result {
        let dim = self.picking(dim, indices, "gather")?;
        let shape = indices.shape.clone();
        let at = indices.clone().whole();
        let values = match self.values {
            Values::Float(tensor) => Values::Float(Host::float_gather(dim, tensor, at)),
            Values::Int(tensor) => Values::Int(Host::int_gather(dim, tensor, at)),
            Values::Bool(tensor) => Values::Bool(Host::bool_gather(dim, tensor, at)),
        };
        Ok(Self::new(values, shape))
    }

    /// Returns a copy with `source` written to the places at `indices` along `dim`.
    ///
    /// # Errors
    /// As for [`Array::gather`].
    pub fn scatter(self, dim: isize, indices: &Self, source: Operand) -> Result {
        let dim = self.picking(dim, indices, "scatter")?;
        let dtype = self.dtype();
        let source = source.array().cast(dtype).expand(&indices.shape)?;
        let (shape, at) = (self.shape.clone(), indices.clone().whole());
        let values =
            match (self.values, source.values) {
                (Values::Float(tensor), Values::Float(value)) => Values::Float(
                    Host::float_scatter(dim, tensor, at, value, IndexingUpdateOp::Assign),
                ),
                (Values::Int(tensor), Values::Int(value)) => Values::Int(Host::int_scatter(
                    dim,
                    tensor,
                    at,
                    value,
                    IndexingUpdateOp::Assign,
                )),
                _ => {
                    return Err(Error::Runtime(
                        "scatter is not known for truth values here".to_owned(),
                    ));
                }
            };
        Ok(Self::new(values, shape))
    }

    /// Checks the indices of [`Array::gather`] or [`Array::scatter`], and returns the dimension.
    fn picking(&self, dim: isize, indices: &Self, name: &str) -> Result<usize> {
        let dim = self.dim(dim)?;
        if indices.dtype() != Dtype::Int64 {
            return Err(Error::Runtime(format!(
                "{name} needs an index of int64: call .long() on it"
            )));
        }
        let fits = indices.rank() == self.rank()
            && (0..self.rank())
                .all(|other| other == dim || indices.shape[other] <= self.shape[other]);
        if !fits {
            return Err(Error::Runtime(format!(
                "{name} along dimension {dim}: an index of shape {} does not fit a tensor of shape {}",
                listed(&indices.shape),
                listed(&self.shape)
            )));
        }
        let size = self.shape.get(dim).copied().unwrap_or(1);
        match indices
            .ints()
            .iter()
            .find(|at| usize::try_from(**at).is_ok_and(|at| at < size).eq(&false))
        {
            Some(outside) => Err(Error::Runtime(format!(
                "there is no index {outside} in dimension {dim}, which has size {size}"
            ))),
            None => Ok(dim),
        }
    }
}

fn fractional(function: Unary, tensor: burn::backend::tensor::FloatTensor<Host>) -> Values {
    Values::Float(match function {
        Unary::Neg => Host::float_neg(tensor),
        Unary::Abs => Host::float_abs(tensor),
        Unary::Sign => Host::float_sign(tensor),
        Unary::Exp => Host::float_exp(tensor),
        Unary::Log => Host::float_log(tensor),
        Unary::Log1p => Host::float_log1p(tensor),
        Unary::Sqrt => Host::float_sqrt(tensor),
        Unary::Reciprocal => Host::float_recip(tensor),
        Unary::Sin => Host::float_sin(tensor),
        Unary::Cos => Host::float_cos(tensor),
        Unary::Tan => Host::float_tan(tensor),
        Unary::Tanh => Host::float_tanh(tensor),
        Unary::Sigmoid => Host::sigmoid(tensor),
        Unary::Relu => Host::relu(tensor),
        Unary::Floor => Host::float_floor(tensor),
        Unary::Ceil => Host::float_ceil(tensor),
        Unary::Round => Host::float_round(tensor),
        Unary::Not => unreachable!("fractions have no bits"),
        Unary::IsNan => return Values::Bool(Host::float_is_nan(tensor, BOOL)),
        Unary::IsInf => return Values::Bool(Host::float_is_inf(tensor, BOOL)),
    })
}

impl From<Number> for Operand {
    fn from(number: Number) -> Self {
        Self::Number(number)
    }
}

impl From<Array> for Operand {
    fn from(array: Array) -> Self {
        Self::Array(array)
    }
}
