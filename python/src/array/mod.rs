//! Tensors whose rank and type are known only at run time, as in Python.
//!
//! burn's own tensors have their rank in their type. The primitives below them do not, and those
//! are stored here. They panic if shapes do not match, so every operation checks first and returns
//! the error that Python shows.

mod adam;
mod arithmetic;
mod backward;
mod create;
mod division;
mod flat;
mod gather;
mod index;
pub mod layout;
mod maths;
mod names;
mod numpy;
mod operand;
mod order;
mod picks;
mod product;
mod reduce;
mod shape;
mod single;
mod slopes;
mod tape;
mod watch;
mod whole;

use burn::backend::Flex;
use burn::backend::flex::FlexDevice;
use burn::backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};
use burn::backend::tensor::{BoolTensor, FloatTensor, IntTensor};
use burn::tensor::{BoolDType, DType, FloatDType, IntDType, Scalar};
use std::rc::Rc;

pub use adam::AdamUpdate;
pub use arithmetic::{Binary, binary, choose};
pub use backward::{Start, backward, gradients_at};
pub use create::Nested;
pub use index::Index;
pub use maths::Unary;
pub use numpy::{common_type, numpy_binary};
pub use operand::{Number, Operand};
pub use reduce::Reduction;
pub use shape::broadcast;
pub use tape::{Hook, Node, Sink, connected, is_recording, set_recording};
pub use whole::shift;

/// The backend: the CPU. What depends on a leaf is recorded here, by [`tape`], and not by burn: its
/// record ends with the first backward pass, and holds what never sees one.
pub(super) type Host = Flex;

/// The only device.
const DEVICE: FlexDevice = FlexDevice;

/// The exceptions that Python raises.
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
    /// A Python number that an element type does not hold.
    #[error("{0}")]
    Overflow(String),
    /// Anything else that PyTorch calls a RuntimeError: above all shapes that do not match.
    #[error("{0}")]
    Runtime(String),
    /// An operation that PyTorch does not have for these element types.
    #[error("{0}")]
    NotImplemented(String),
    /// More numbers than a tab should hold.
    #[error("{0}")]
    Memory(String),
}

/// The result of an operation.
pub type Result<T = Array> = std::result::Result<T, Error>;

/// Defines an enum of which each variant has a name in Python.
macro_rules! named {
    ($(#[$attribute:meta])* pub enum $kind:ident {
        $($(#[$doc:meta])* $variant:ident = $name:literal,)*
    }) => {
        $(#[$attribute])*
        pub enum $kind {
            $($(#[$doc])* $variant,)*
        }

        impl $kind {
            /// Returns what has this name after `torch.`.
            pub fn named(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// Returns the name after `torch.`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}
use named;

named! {
    /// Element types. Of two types, the later one is the common type.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Dtype {
        /// `torch.bool`.
        Bool = "bool",
        /// `torch.uint8`: whole numbers from 0 to 255. What is larger loses its higher bits.
        Uint8 = "uint8",
        /// `torch.int32`.
        Int32 = "int32",
        /// `torch.int64`, also `long`.
        Int64 = "int64",
        /// `torch.float32`, also `float`.
        Float32 = "float32",
        /// `torch.float64`, also `double`.
        Float64 = "float64",
    }
}

impl Dtype {
    /// Returns true if it has fractions.
    pub fn is_float(self) -> bool {
        self >= Self::Float32
    }

    fn float(self) -> FloatDType {
        match self {
            Self::Float64 => FloatDType::F64,
            _ => FloatDType::F32,
        }
    }

    /// Returns the least number above all that this type of whole numbers holds: of 32 bits or 64.
    fn too_large(self) -> f64 {
        match self {
            Self::Int32 => 2_147_483_648.0,
            _ => 9_223_372_036_854_775_808.0,
        }
    }

    fn int(self) -> IntDType {
        match self {
            Self::Uint8 => IntDType::U8,
            Self::Int32 => IntDType::I32,
            _ => IntDType::I64,
        }
    }
}

/// burn's type for truth values.
const BOOL: BoolDType = BoolDType::Native;

/// Fractions, of 32 bits or 64.
type Float = FloatTensor<Host>;

/// The numbers, by their kind.
#[derive(Clone, Debug)]
enum Values {
    Float(Float),
    Int(IntTensor<Host>),
    Bool(BoolTensor<Host>),
}

/// Cuts off fractions. What the type does not hold becomes its least number, as processors have it,
/// and not 0 or its largest.
fn without_fractions(tensor: Float, to: Dtype) -> IntTensor<Host> {
    let bound = to.too_large();
    let whole = Host::float_into_int(tensor.clone(), to.int());
    let is_high = Host::float_greater_elem(tensor.clone(), Scalar::Float(-bound), BOOL);
    let is_low = Host::float_lower_elem(tensor, Scalar::Float(bound), BOOL);
    let is_outside = Host::bool_not(Host::bool_and(is_high, is_low));
    Host::int_mask_fill(whole, is_outside, Scalar::Int(-bound as i64))
}

/// A tensor of any rank and type.
#[derive(Clone, Debug)]
pub struct Array {
    /// Of rank 1 or more: a single number has shape `[1]`.
    values: Values,
    shape: Vec<usize>,
    /// The operation that it came from, or the leaf that it belongs to, if gradients are wanted.
    node: Option<Rc<Node>>,
    /// What tells of later writes to the tensor that the numbers were taken from.
    watch: Option<watch::Watch>,
}

/// Applies the operation for the kind of numbers that there is:
/// `each!(values, t => Host::float_f(t), Host::int_f(t), ...)`.
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
use tape::RecordedStep;

#[cfg(test)]
thread_local! {
    /// How many numbers have been computed, by which tests judge how much work something is.
    static COMPUTED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

impl Array {
    fn new(values: Values, shape: Vec<usize>) -> Self {
        #[cfg(test)]
        COMPUTED.set(COMPUTED.get() + shape.iter().product::<usize>());
        Self {
            values,
            shape,
            node: None,
            watch: None,
        }
    }

    /// Returns the size of each dimension; empty for a single number.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Returns the number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Returns true if there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the type of the elements.
    pub fn dtype(&self) -> Dtype {
        match &self.values {
            Values::Bool(_) => Dtype::Bool,
            Values::Int(tensor) => match tensor.dtype() {
                DType::U8 => Dtype::Uint8,
                DType::I32 => Dtype::Int32,
                _ => Dtype::Int64,
            },
            Values::Float(tensor) if tensor.dtype() == DType::F64 => Dtype::Float64,
            Values::Float(_) => Dtype::Float32,
        }
    }

    /// Returns the elements in another type. Fractions are cut off, and any number but 0 is true.
    pub fn cast(self, dtype: Dtype) -> Self {
        let before = self.dtype();
        if before == dtype {
            return self;
        }
        if before.is_float() && dtype == Dtype::Uint8 {
            // burn would make 255 of whatever is larger.
            return self.cast(Dtype::Int64).cast(dtype);
        }
        let step = RecordedStep::of("ToCopyBackward0", &[&self]);
        let shape = self.shape;
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
            (Values::Float(tensor), to) => Values::Int(without_fractions(tensor, to)),
            (Values::Int(tensor), to) if to.is_float() => {
                Values::Float(Host::int_into_float(tensor, to.float()))
            }
            (Values::Int(tensor), to) => Values::Int(Host::int_cast(tensor, to.int())),
            (Values::Bool(tensor), to) if to.is_float() => {
                Values::Float(Host::bool_into_float(tensor, to.float()))
            }
            (Values::Bool(tensor), to) => Values::Int(Host::bool_into_int(tensor, to.int())),
        };
        step.done(Self::new(values, shape), move |flow| {
            flow.one(|grad| Ok(grad.cast(before)))
        })
    }

    /// Returns the elements as truth values.
    pub(super) fn truths(self) -> BoolTensor<Host> {
        match self.cast(Dtype::Bool).values {
            Values::Bool(tensor) => tensor,
            Values::Float(_) | Values::Int(_) => unreachable!("cast to truth values"),
        }
    }

    /// Returns the elements as 64-bit whole numbers.
    pub(super) fn whole(self) -> IntTensor<Host> {
        match self.cast(Dtype::Int64).values {
            Values::Int(tensor) => tensor,
            Values::Float(_) | Values::Bool(_) => unreachable!("cast to whole numbers"),
        }
    }

    /// Returns the elements as numbers: truth values are 0 and 1.
    pub(super) fn into_numbers(self) -> Self {
        match self.dtype() {
            Dtype::Bool => self.cast(Dtype::Int64),
            _ => self,
        }
    }

    /// Returns the elements as floats, of 32 bits unless they have 64 already.
    pub(super) fn fractions(self) -> Float {
        let dtype = self.dtype().max(Dtype::Float32);
        match self.cast(dtype).values {
            Values::Float(tensor) => tensor,
            Values::Int(_) | Values::Bool(_) => unreachable!("cast to fractions"),
        }
    }
}
