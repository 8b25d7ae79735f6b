//! The operands of an operation, and their common type.

use burn::tensor::Scalar;

use super::{Array, Dtype, Error, Result};

/// A Python number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// `True` or `False`.
    Bool(bool),
    /// An `int` that fits in 64 bits.
    Int(i64),
    /// A `float`.
    Float(f64),
}

impl Number {
    /// Returns its value as a float.
    pub fn float(self) -> f64 {
        match self {
            Self::Bool(truth) => f64::from(u8::from(truth)),
            Self::Int(whole) => whole as f64,
            Self::Float(float) => float,
        }
    }

    /// Returns the type of a tensor made from it.
    pub fn dtype(self) -> Dtype {
        match self {
            Self::Bool(_) => Dtype::Bool,
            Self::Int(_) => Dtype::Int64,
            Self::Float(_) => Dtype::Float32,
        }
    }

    /// Checks that a type of whole numbers holds it, less its fraction. Bytes take whole numbers
    /// below 0 for those that end alike.
    ///
    /// # Errors
    /// A number that is too large, or none.
    pub fn check(self, dtype: Dtype) -> Result<()> {
        let (number, is_whole) = (self.float(), !matches!(self, Self::Float(_)));
        let fits = match dtype {
            Dtype::Uint8 => (if is_whole { -255.0 } else { 0.0 }..256.0).contains(&number),
            Dtype::Int32 => (-dtype.too_large()..dtype.too_large()).contains(&number.trunc()),
            Dtype::Int64 => is_whole || (-dtype.too_large()..dtype.too_large()).contains(&number),
            _ => true,
        };
        if fits {
            return Ok(());
        }
        let shown = match self {
            Self::Int(whole) => whole.to_string(),
            other => other.float().to_string(),
        };
        Err(Error::Runtime(format!(
            "value cannot be converted to type {} without overflow: it does not hold {shown}",
            dtype.name()
        )))
    }

    /// Returns it as an element of a type of whole numbers: what is larger loses its higher bits.
    pub(super) fn wrapped(self, dtype: Dtype) -> Scalar {
        let whole = self.whole();
        Scalar::Int(match dtype {
            Dtype::Uint8 => i64::from(whole as u8),
            Dtype::Int32 => i64::from(whole as i32),
            _ => whole,
        })
    }

    pub(super) fn scalar(self, dtype: Dtype) -> Scalar {
        match self {
            _ if dtype.is_float() => Scalar::Float(self.float()),
            other => Scalar::Int(other.whole()),
        }
    }

    /// Returns its whole part as a processor does: of what 64 bits do not hold, the least number
    /// that they do.
    pub(super) fn whole(self) -> i64 {
        match self {
            Self::Bool(truth) => i64::from(truth),
            Self::Int(whole) => whole,
            Self::Float(float) if float.abs() < Dtype::Int64.too_large() => float as i64,
            Self::Float(_) => i64::MIN,
        }
    }
}

/// One side of an operation.
#[derive(Clone, Debug)]
pub enum Operand {
    /// A tensor.
    Array(Array),
    /// A Python number, which changes the type of the other side only if it has to.
    Number(Number),
}

impl Operand {
    /// Returns the number, if it is one.
    pub(super) fn number(&self) -> Option<Number> {
        match self {
            Self::Array(_) => None,
            Self::Number(number) => Some(*number),
        }
    }

    /// Returns the operand as a tensor of a type. A number keeps the digits that the type holds.
    pub fn array(self, dtype: Dtype) -> Array {
        match self {
            Self::Array(array) => array.cast(dtype),
            Self::Number(number) => Array::filled(Vec::new(), number, dtype),
        }
    }
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

impl From<f64> for Operand {
    fn from(float: f64) -> Self {
        Self::Number(Number::Float(float))
    }
}

/// Returns the common type of two operands: the wider one. A number, or a tensor of rank 0, only
/// raises the kind.
pub(super) fn meeting(left: &Operand, right: &Operand) -> Dtype {
    let rank = |operand: &Operand| match operand {
        Operand::Array(array) if array.rank() > 0 => 2,
        Operand::Array(_) => 1,
        Operand::Number(_) => 0,
    };
    let dtype = |operand: &Operand| match operand {
        Operand::Array(array) => array.dtype(),
        Operand::Number(number) => number.dtype(),
    };
    let (strong, weak) = if rank(left) >= rank(right) {
        (left, right)
    } else {
        (right, left)
    };
    let (first, second) = (dtype(strong), dtype(weak));
    let kind = |dtype: Dtype| match dtype {
        Dtype::Bool => 0,
        Dtype::Uint8 | Dtype::Int32 | Dtype::Int64 => 1,
        Dtype::Float32 | Dtype::Float64 => 2,
    };
    if rank(strong) > rank(weak) && kind(first) >= kind(second) {
        first
    } else {
        first.max(second)
    }
}
