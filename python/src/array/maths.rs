//! Functions of one tensor.

use burn::backend::ops::{ActivationOps, BoolTensorOps, FloatTensorOps, IntTensorOps};
use burn::tensor::Scalar;

use super::operand::meeting;
use super::slopes::{clamp_back, slope};
use super::tape::RecordedStep;
use super::{
    Array, BOOL, Binary, Dtype, Error, Float, Host, Number, Operand, Reduction, Result, Values,
    binary, each, named,
};

named! {
    /// Functions of one tensor, element by element.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[expect(missing_docs, reason = "the names say it")]
    pub enum Unary {
        Neg = "neg",
        Not = "logical_not",
        Abs = "abs",
        Sign = "sign",
        Exp = "exp",
        Expm1 = "expm1",
        Log = "log",
        Log1p = "log1p",
        Sqrt = "sqrt",
        /// The square root of a sum of squares, which is flat at 0.
        Length = "length",
        Reciprocal = "reciprocal",
        Sin = "sin",
        Cos = "cos",
        Tan = "tan",
        Asin = "asin",
        Acos = "acos",
        Atan = "atan",
        Sinh = "sinh",
        Cosh = "cosh",
        Tanh = "tanh",
        Asinh = "asinh",
        Acosh = "acosh",
        Atanh = "atanh",
        Erf = "erf",
        Sigmoid = "sigmoid",
        Relu = "relu",
        /// `log(1 + exp(x))`.
        Softplus = "softplus",
        Floor = "floor",
        Ceil = "ceil",
        Round = "round",
        Trunc = "trunc",
        IsNan = "isnan",
        IsInf = "isinf",
    }
}

impl Array {
    /// Applies a function to each element.
    ///
    /// # Errors
    /// Truth values have no sign, fractions no bits.
    pub fn unary(self, function: Unary) -> Result {
        let dtype = self.dtype();
        if !matches!(function, Unary::Not) && self.node.is_some() {
            return Ok(self.recorded(function));
        }
        let shape = self.shape;
        let values = match (function, self.values) {
            (Unary::Neg, Values::Bool(_)) => {
                return Err(Error::NotImplemented(
                    "`-` is not defined for bool tensors: `~mask` inverts a mask".to_owned(),
                ));
            }
            (Unary::Abs, Values::Bool(_)) => {
                return Err(Error::NotImplemented(
                    "abs is not defined for bool tensors: call .int() first".to_owned(),
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
            (Unary::Floor | Unary::Ceil | Unary::Round | Unary::Trunc, Values::Int(tensor)) => {
                Values::Int(tensor)
            }
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

    /// Applies a function to fractions, and records it.
    fn recorded(self, function: Unary) -> Self {
        let mut step = RecordedStep::of(function.backward_name(), &[&self]);
        step = match function {
            Unary::Neg | Unary::Sign | Unary::Floor | Unary::Ceil | Unary::Round | Unary::Trunc => {
                step
            }
            Unary::Exp
            | Unary::Expm1
            | Unary::Sqrt
            | Unary::Length
            | Unary::Reciprocal
            | Unary::Tan
            | Unary::Tanh
            | Unary::Sigmoid
            | Unary::Relu => step.keeping_output(),
            _ => step.saving(&[&self]),
        };
        let shape = self.shape.clone();
        let result = Self::new(fractional(function, self.fractions()), shape);
        step.done(result, move |flow| {
            flow.one(|grad| slope(function, flow, grad))
        })
    }

    /// Limits elements to `min` and `max`. A gradient passes between them, and at the limits
    /// themselves, as in PyTorch before 2.15.
    ///
    /// # Errors
    /// Neither limit is given, or shapes do not match.
    pub fn clamp(self, min: Option<Operand>, max: Option<Operand>) -> Result {
        if min.is_none() && max.is_none() {
            return Err(Error::Runtime(
                "clamp needs a min, a max, or both".to_owned(),
            ));
        }
        let mut array = self;
        for bound in [&min, &max].into_iter().flatten() {
            let whole = Operand::Array(array);
            let dtype = meeting(&whole, bound);
            array = whole.array(dtype);
        }
        let dtype = array.dtype();
        let bounds = [min, max].map(|bound| {
            let number = bound.as_ref().and_then(Operand::number);
            bound.map(|bound| (bound.array(dtype), number))
        });
        let none = Self::scalar(Number::Bool(false));
        let [low, high] = bounds.each_ref().map(|bound| match bound {
            Some((bound, _)) => bound.clone(),
            None => none.clone(),
        });
        let inputs = [&array, &low, &high];
        let mut given = bounds.iter().flatten();
        let name = match given.any(|(_, number)| number.is_none()) {
            true => "ClampBackward0",
            false => "ClampBackward1",
        };
        let step = RecordedStep::of(name, &inputs).saving(&inputs);
        let has = bounds.each_ref().map(Option::is_some);
        let shapes = inputs.map(|input| input.shape.clone());
        for (bound, op) in bounds.into_iter().zip([Binary::Maximum, Binary::Minimum]) {
            array = match bound {
                None => array,
                Some((_, Some(number))) if dtype.is_float() => array.limited(op, number),
                Some((bound, _)) => binary(op, array.detach(), bound.detach())?,
            };
        }
        Ok(step.done(array.detach(), move |flow| clamp_back(flow, has, &shapes)))
    }

    /// Limits fractions on one side by a number.
    fn limited(self, op: Binary, limit: Number) -> Self {
        let (by, shape) = (Scalar::Float(limit.float()), self.shape.clone());
        if limit.float().is_nan() {
            return Self::filled(shape, limit, self.dtype());
        }
        let tensor = self.fractions();
        let limited = match op {
            Binary::Maximum => Host::float_clamp_min(tensor, by),
            _ => Host::float_clamp_max(tensor, by),
        };
        Self::new(Values::Float(limited), shape)
    }

    /// Returns probabilities along `dim`, or their logarithms.
    ///
    /// # Errors
    /// A dimension that does not exist, or whole numbers.
    pub fn softmax(self, dim: isize, in_logs: bool) -> Result {
        let dim = self.dim(dim)?;
        if !self.dtype().is_float() {
            return Err(Error::NotImplemented(format!(
                "softmax takes fractions, not {}",
                self.dtype().name()
            )));
        }
        let name = match in_logs {
            true => "LogSoftmaxBackward0",
            false => "SoftmaxBackward0",
        };
        let step = RecordedStep::of(name, &[&self]).keeping_output();
        let (shape, is_empty) = (self.shape.clone(), self.is_empty());
        let tensor = self.fractions();
        let tensor = if is_empty {
            // burn looks for the greatest number, and there is none.
            tensor
        } else if in_logs {
            Host::log_softmax(tensor, dim)
        } else {
            Host::softmax(tensor, dim)
        };
        let result = Self::new(Values::Float(tensor), shape);
        Ok(step.done(result, move |flow| {
            flow.one(|grad| {
                let (output, dims) = (flow.output(), [dim as isize]);
                let total = |grad: Self| grad.reduce(Reduction::Sum, Some(&dims), true);
                if in_logs {
                    let share = output.unary(Unary::Exp)?.times(total(grad.clone())?)?;
                    return binary(Binary::Sub, grad, share);
                }
                let total = total(grad.clone().times(output.clone())?)?;
                output.times(binary(Binary::Sub, grad, total)?)
            })
        }))
    }

    /// Returns cumulative sums along `dim`.
    ///
    /// # Errors
    /// A dimension that does not exist.
    pub fn cumsum(self, dim: isize) -> Result {
        let dim = self.dim(dim)?;
        if self.dtype() < Dtype::Int64 {
            return self.cast(Dtype::Int64).cumsum(dim as isize);
        }
        let step = RecordedStep::of("CumsumBackward0", &[&self]);
        let shape = self.shape.clone();
        let values =
            each!(self.values, t => Host::float_cumsum(t, dim), Host::int_cumsum(t, dim), t);
        // The sum of the gradients from each place on.
        Ok(step.done(Self::new(values, shape), move |flow| {
            flow.one(|grad| grad.flip(dim)?.cumsum(dim as isize)?.flip(dim))
        }))
    }
}

fn fractional(function: Unary, tensor: Float) -> Values {
    Values::Float(match function {
        Unary::Neg => Host::float_neg(tensor),
        Unary::Abs => Host::float_abs(tensor),
        Unary::Sign => Host::float_sign(tensor),
        Unary::Exp => Host::float_exp(tensor),
        Unary::Expm1 => expm1(tensor),
        Unary::Log => Host::float_log(tensor),
        Unary::Log1p => Host::float_log1p(tensor),
        Unary::Sqrt | Unary::Length => Host::float_sqrt(tensor),
        Unary::Reciprocal => Host::float_recip(tensor),
        Unary::Sin => Host::float_sin(tensor),
        Unary::Cos => Host::float_cos(tensor),
        Unary::Tan => Host::float_tan(tensor),
        Unary::Asin => Host::float_asin(tensor),
        Unary::Acos => Host::float_acos(tensor),
        Unary::Atan => Host::float_atan(tensor),
        Unary::Sinh => Host::float_sinh(tensor),
        Unary::Cosh => Host::float_cosh(tensor),
        Unary::Tanh => Host::float_tanh(tensor),
        Unary::Asinh => Host::float_asinh(tensor),
        Unary::Acosh => Host::float_acosh(tensor),
        Unary::Atanh => Host::float_atanh(tensor),
        Unary::Erf => Host::float_erf(tensor),
        Unary::Sigmoid => Host::sigmoid(tensor),
        Unary::Relu => Host::relu(tensor),
        Unary::Softplus => softplus(tensor),
        Unary::Floor => Host::float_floor(tensor),
        Unary::Ceil => Host::float_ceil(tensor),
        Unary::Round => Host::float_round(tensor),
        Unary::Trunc => Host::float_trunc(tensor),
        Unary::Not => unreachable!("fractions have no bits"),
        Unary::IsNan => return Values::Bool(Host::float_is_nan(tensor, BOOL)),
        Unary::IsInf => return Values::Bool(Host::float_is_inf(tensor, BOOL)),
    })
}

/// Computes `log(1 + exp(x))` without powers that are too large.
fn softplus(tensor: Float) -> Float {
    let size = Host::float_abs(tensor.clone());
    let rest = Host::float_log1p(Host::float_exp(Host::float_neg(size)));
    Host::float_add(Host::float_clamp_min(tensor, Scalar::Float(0.0)), rest)
}

/// Computes `exp(x) - 1`: near 0 as `2 sinh(x / 2) exp(x / 2)`, which is exact there.
fn expm1(tensor: Float) -> Float {
    let scaled = |tensor, by: f64| Host::float_mul_scalar(tensor, Scalar::Float(by));
    let half = scaled(tensor.clone(), 0.5);
    let is_far = Host::float_greater_elem(Host::float_abs(half.clone()), Scalar::Float(0.5), BOOL);
    let far = Host::float_sub_scalar(Host::float_exp(tensor), Scalar::Float(1.0));
    let grown = Host::float_mul(Host::float_sinh(half.clone()), Host::float_exp(half));
    Host::float_mask_where(scaled(grown, 2.0), is_far, far)
}
