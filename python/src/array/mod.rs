//! Tensors whose rank and type are known at run time only, as Python's are.
//!
//! burn's own tensors carry their rank in their type; below them lie primitives that do not, and these are what is kept
//! here. They panic where shapes do not fit, so every operation checks first and answers with the error that Python shows.

mod arithmetic;
mod create;
mod grad;
mod index;
mod maths;
mod operand;
mod picks;
mod product;
mod reduce;
mod shape;

use burn::backend::flex::FlexDevice;
use burn::backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};
use burn::backend::tensor::{BoolTensor, FloatTensor, IntTensor};
use burn::backend::{Autodiff, Flex, TensorMetadata};
use burn::tensor::{BoolDType, DType, FloatDType, IntDType};

pub use arithmetic::{Binary, binary, choose};
pub use create::Nested;
pub use grad::{Leaf, is_recording, set_recording};
pub use index::Index;
pub use maths::Unary;
pub use operand::{Number, Operand};
pub use reduce::Reduction;
pub use shape::broadcast;

/// The backend: the CPU, recording for gradients what depends on a leaf.
pub(super) type Host = Autodiff<Flex>;

/// The only device.
const DEVICE: FlexDevice = FlexDevice;

/// What Python raises.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// An argument of the wrong type.
    #[error("{0}")]
    Type(String),
    /// An argument with a value that makes no sense.
    #[error("{0}")]
    Value(String),
    /// A position outside a tensor.
    #[error("{0}")]
    Index(String),
    /// Whatever else PyTorch calls a RuntimeError: shapes that do not fit, above all.
    #[error("{0}")]
    Runtime(String),
    /// More numbers than a tab should hold.
    #[error("{0}")]
    Memory(String),
}

/// What an operation gives.
pub type Result<T = Array> = std::result::Result<T, Error>;

/// Element types, from the one that gives way to the one that prevails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dtype {
    /// `torch.bool`.
    Bool,
    /// `torch.int32`.
    Int32,
    /// `torch.int64`, also `long`.
    Int64,
    /// `torch.float32`, also `float`.
    Float32,
    /// `torch.float64`, also `double`.
    Float64,
}

impl Dtype {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Bool,
        Self::Int32,
        Self::Int64,
        Self::Float32,
        Self::Float64,
    ];

    /// The name after `torch.`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Int32 => "int32",
            Self::Int64 => "int64",
            Self::Float32 => "float32",
            Self::Float64 => "float64",
        }
    }

    /// Whether it has fractions.
    pub fn is_float(self) -> bool {
        self >= Self::Float32
    }

    fn float(self) -> FloatDType {
        match self {
            Self::Float64 => FloatDType::F64,
            _ => FloatDType::F32,
        }
    }

    fn int(self) -> IntDType {
        match self {
            Self::Int32 => IntDType::I32,
            _ => IntDType::I64,
        }
    }
}

/// burn's type for truth values.
const BOOL: BoolDType = BoolDType::Native;

/// The numbers, by what can be done with them.
#[derive(Clone, Debug)]
enum Values {
    Float(FloatTensor<Host>),
    Int(IntTensor<Host>),
    Bool(BoolTensor<Host>),
}

/// A tensor of any rank and type.
#[derive(Clone, Debug)]
pub struct Array {
    /// Of rank 1 at least: a single number has shape `[1]`.
    values: Values,
    shape: Vec<usize>,
}

/// Does the same to whatever kind of numbers there are: `each!(values, t => Host::float_f(t), Host::int_f(t), ...)`.
macro_rules! each {
    ($values:expr, $tensor:ident => $float:expr, $int:expr, $bool:expr) => {
        match $values {
            $crate::array::Values::Float($tensor) => $crate::array::Values::Float($float),
            $crate::array::Values::Int($tensor) => $crate::array::Values::Int($int),
            $crate::array::Values::Bool($tensor) => $crate::array::Values::Bool($bool),
        }
    };
}
use each;

impl Array {
    fn new(values: Values, shape: Vec<usize>) -> Self {
        Self { values, shape }
    }

    /// Size along each dimension; empty for a single number.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// How many dimensions there are.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether there are no numbers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The type of the numbers.
    pub fn dtype(&self) -> Dtype {
        match &self.values {
            Values::Bool(_) => Dtype::Bool,
            Values::Int(tensor) if tensor.dtype() == DType::I32 => Dtype::Int32,
            Values::Int(_) => Dtype::Int64,
            Values::Float(tensor) if tensor.dtype() == DType::F64 => Dtype::Float64,
            Values::Float(_) => Dtype::Float32,
        }
    }

    /// The same numbers in another type. Fractions are cut off, and whatever is not 0 is true.
    pub fn cast(self, dtype: Dtype) -> Self {
        if self.dtype() == dtype {
            return self;
        }
        let values = match (self.values, dtype) {
            (Values::Float(tensor), Dtype::Bool) => {
                Values::Bool(Host::float_not_equal_elem(tensor, 0.0.into(), BOOL))
            }
            (Values::Int(tensor), Dtype::Bool) => {
                Values::Bool(Host::int_not_equal_elem(tensor, 0.into(), BOOL))
            }
            (Values::Float(tensor), to) if to.is_float() => {
                Values::Float(Host::float_cast(tensor, to.float()))
            }
            (Values::Float(tensor), to) => Values::Int(Host::float_into_int(tensor, to.int())),
            (Values::Int(tensor), to) if to.is_float() => {
                Values::Float(Host::int_into_float(tensor, to.float()))
            }
            (Values::Int(tensor), to) => Values::Int(Host::int_cast(tensor, to.int())),
            (Values::Bool(tensor), to) if to.is_float() => {
                Values::Float(Host::bool_into_float(tensor, to.float()))
            }
            (Values::Bool(tensor), to) => Values::Int(Host::bool_into_int(tensor, to.int())),
        };
        Self::new(values, self.shape)
    }

    /// The same numbers as truth values.
    pub(super) fn truths(self) -> BoolTensor<Host> {
        match self.cast(Dtype::Bool).values {
            Values::Bool(tensor) => tensor,
            Values::Float(_) | Values::Int(_) => unreachable!("cast to truth values"),
        }
    }

    /// The same numbers as whole numbers of 64 bits.
    pub(super) fn whole(self) -> IntTensor<Host> {
        match self.cast(Dtype::Int64).values {
            Values::Int(tensor) => tensor,
            Values::Float(_) | Values::Bool(_) => unreachable!("cast to whole numbers"),
        }
    }

    /// The same numbers as fractions, of 32 bits if they have none yet.
    pub(super) fn fractions(self) -> FloatTensor<Host> {
        let dtype = self.dtype().max(Dtype::Float32);
        match self.cast(dtype).values {
            Values::Float(tensor) => tensor,
            Values::Int(_) | Values::Bool(_) => unreachable!("cast to fractions"),
        }
    }
}
