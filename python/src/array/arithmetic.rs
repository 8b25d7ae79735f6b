//! Operations on two operands: their common type and their common shape.

use burn::backend::TensorMetadata;
use burn::backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};

use super::division::{divided, each_pair, has_none};
use super::operand::meeting;
use super::slopes::{elementwise_back, with_number_back};
use super::tape::RecordedStep;
use super::whole::of_whole;
use super::{
    Array, BOOL, Dtype, Error, Float, Host, Number, Operand, Result, Values, broadcast, named,
};

named! {
    /// Operations on two operands, element by element.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[expect(missing_docs, reason = "the names say it")]
    pub enum Binary {
        Add = "add",
        Sub = "sub",
        Mul = "mul",
        Div = "div",
        FloorDiv = "floor_divide",
        Mod = "remainder",
        Pow = "pow",
        Atan2 = "atan2",
        Minimum = "minimum",
        Maximum = "maximum",
        Equal = "eq",
        NotEqual = "ne",
        Less = "lt",
        LessEqual = "le",
        Greater = "gt",
        GreaterEqual = "ge",
        And = "bitwise_and",
        Or = "bitwise_or",
        Xor = "bitwise_xor",
    }
}

impl Binary {
    pub(super) fn is_comparison(self) -> bool {
        matches!(
            self,
            Self::Equal
                | Self::NotEqual
                | Self::Less
                | Self::LessEqual
                | Self::Greater
                | Self::GreaterEqual
        )
    }

    /// Returns true for an operation that whole numbers have a function of their own for.
    fn is_of_whole(self) -> bool {
        matches!(
            self,
            Self::FloorDiv | Self::Mod | Self::Pow | Self::Minimum | Self::Maximum
        )
    }

    /// Returns the comparison that is equivalent when both sides are swapped.
    fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessEqual => Self::GreaterEqual,
            Self::Greater => Self::Less,
            Self::GreaterEqual => Self::LessEqual,
            other => other,
        }
    }
}

/// Returns `left op right`, element by element, broadcast to a common shape.
///
/// # Errors
/// Shapes that do not match, subtraction of truth values, or bits of fractions.
pub fn binary(op: Binary, left: impl Into<Operand>, right: impl Into<Operand>) -> Result {
    of_operands(op, left.into(), right.into())
}

fn of_operands(op: Binary, left: Operand, right: Operand) -> Result {
    let mut dtype = meeting(&left, &right);
    match op {
        Binary::Sub if is_bool(&left) || is_bool(&right) => {
            return Err(bool_subtraction(&left, &right));
        }
        Binary::Div | Binary::Atan2 if !dtype.is_float() => dtype = Dtype::Float32,
        Binary::FloorDiv | Binary::Mod if !dtype.is_float() && has_none(&right) => {
            return Err(Error::Runtime(
                "ZeroDivisionError: whole numbers cannot be divided by 0".to_owned(),
            ));
        }
        Binary::Pow if !dtype.is_float() && matches!(right, Operand::Number(Number::Int(..0))) => {
            return Err(Error::Runtime(
                "Integers to negative integer powers are not allowed.".to_owned(),
            ));
        }
        Binary::And | Binary::Or | Binary::Xor => return bits(op, left, right, dtype),
        Binary::FloorDiv | Binary::Mod | Binary::Pow if dtype == Dtype::Bool => {
            dtype = Dtype::Int64;
        }
        _ => {}
    }
    if op.is_of_whole() && !dtype.is_float() {
        return of_whole(op, left, right, dtype);
    }
    match (left, right) {
        (Operand::Array(left), Operand::Number(right)) => with_number(op, left, right, dtype),
        (Operand::Number(left), Operand::Array(right))
            if matches!(op, Binary::Add | Binary::Mul) || op.is_comparison() =>
        {
            with_number(op.mirrored(), right, left, dtype)
        }
        (left, right) => {
            let wide = dtype.max(Dtype::Int32);
            let are_tensors = [&left, &right].map(|side| matches!(side, Operand::Array(_)));
            elementwise(op, left.array(wide), right.array(wide), dtype, are_tensors)
        }
    }
}

fn is_bool(operand: &Operand) -> bool {
    matches!(operand, Operand::Array(array) if array.dtype() == Dtype::Bool)
}

fn bool_subtraction(left: &Operand, right: &Operand) -> Error {
    let instead = if is_bool(left) && is_bool(right) {
        "`^` says where they differ"
    } else {
        "`~mask` inverts a mask, `mask.float()` makes numbers of it"
    };
    let which = match is_bool(left) && is_bool(right) {
        true => "two bool tensors",
        false => "a bool tensor",
    };
    Error::NotImplemented(format!(
        "Subtraction, the `-` operator, with {which} is not supported: `-` is not defined for bool tensors: {instead}"
    ))
}

/// Applies an operation with a number on the right, without making a tensor of the number.
fn with_number(op: Binary, left: Array, right: Number, dtype: Dtype) -> Result {
    // Truth values and bytes are compared and added as wider numbers.
    let left = left.cast(dtype.max(Dtype::Int32));
    let shape = left.shape.clone();
    let by = right.scalar(left.dtype());
    let mut step = RecordedStep::of(op.backward_name([true, false]), &[&left]);
    if op == Binary::Pow {
        step = step.saving(&[&left]);
    } else if matches!(op, Binary::Mul | Binary::Div) && step.is_recorded() {
        // As in PyTorch, whose second backward through it therefore fails.
        step = step.saving(&[&Array::scalar(right)]);
    }
    let node = left.node.clone();
    let values = match (op, left.values) {
        (Binary::Add, Values::Float(t)) => Values::Float(Host::float_add_scalar(t, by)),
        (Binary::Sub, Values::Float(t)) => Values::Float(Host::float_sub_scalar(t, by)),
        (Binary::Mul, Values::Float(t)) => Values::Float(Host::float_mul_scalar(t, by)),
        (Binary::Div, Values::Float(t)) => Values::Float(Host::float_div_scalar(t, by)),
        // A root, which a number below 0 has not: -inf either.
        (Binary::Pow, Values::Float(t)) if right == Number::Float(0.5) => {
            Values::Float(Host::float_sqrt(t))
        }
        (Binary::Pow, Values::Float(t)) if right == Number::Float(-0.5) => {
            Values::Float(Host::float_recip(Host::float_sqrt(t)))
        }
        (Binary::Pow, Values::Float(t)) => Values::Float(Host::float_powf_scalar(t, by)),
        (Binary::Add, Values::Int(t)) => Values::Int(Host::int_add_scalar(t, by)),
        (Binary::Sub, Values::Int(t)) => Values::Int(Host::int_sub_scalar(t, by)),
        (Binary::Mul, Values::Int(t)) => Values::Int(Host::int_mul_scalar(t, by)),
        (op, Values::Float(t)) if op.is_comparison() => Values::Bool(match op {
            Binary::Equal => Host::float_equal_elem(t, by, BOOL),
            Binary::NotEqual => Host::float_not_equal_elem(t, by, BOOL),
            Binary::Less => Host::float_lower_elem(t, by, BOOL),
            Binary::LessEqual => Host::float_lower_equal_elem(t, by, BOOL),
            Binary::Greater => Host::float_greater_elem(t, by, BOOL),
            _ => Host::float_greater_equal_elem(t, by, BOOL),
        }),
        (op, Values::Int(t)) if op.is_comparison() => Values::Bool(match op {
            Binary::Equal => Host::int_equal_elem(t, by, BOOL),
            Binary::NotEqual => Host::int_not_equal_elem(t, by, BOOL),
            Binary::Less => Host::int_lower_elem(t, by, BOOL),
            Binary::LessEqual => Host::int_lower_equal_elem(t, by, BOOL),
            Binary::Greater => Host::int_greater_elem(t, by, BOOL),
            _ => Host::int_greater_equal_elem(t, by, BOOL),
        }),
        (op, values) => {
            let left = Array::new(values, shape).with_node(node)?;
            let right = Operand::Number(right).array(left.dtype());
            return elementwise(op, left, right, dtype, [true, false]);
        }
    };
    let result = back(Array::new(values, shape), dtype);
    Ok(step.done(result, move |flow| {
        flow.one(|grad| with_number_back(op, right, flow, grad))
    }))
}

fn elementwise(
    op: Binary,
    left: Array,
    right: Array,
    dtype: Dtype,
    are_tensors: [bool; 2],
) -> Result {
    let shape = broadcast(left.shape(), right.shape())?;
    // burn broadcasts dimensions of size 1, but both sides must have the same number of dimensions.
    let rank = shape.len().max(1);
    let mut step = RecordedStep::of(op.backward_name(are_tensors), &[&left, &right]);
    if matches!(
        op,
        Binary::Mul
            | Binary::Div
            | Binary::Mod
            | Binary::Pow
            | Binary::Atan2
            | Binary::Minimum
            | Binary::Maximum
    ) {
        let (of_left, of_right) = (left.is_tracked(), right.is_tracked());
        let needed = match op {
            Binary::Mul => [of_right, of_left],
            Binary::Div => [of_right, true],
            Binary::Mod => [of_right, of_right],
            _ => [true, true],
        };
        step = step.saving_some([(&left, needed[0]), (&right, needed[1])]);
    }
    let shapes = [left.shape.clone(), right.shape.clone()];
    let values = match (left.aligned(rank), right.aligned(rank)) {
        (Values::Float(a), Values::Float(b)) => float(op, a, b),
        (Values::Int(a), Values::Int(b)) => match op {
            Binary::Add => Values::Int(Host::int_add(a, b)),
            Binary::Sub => Values::Int(Host::int_sub(a, b)),
            Binary::Mul => Values::Int(Host::int_mul(a, b)),
            Binary::Equal => Values::Bool(Host::int_equal(a, b, BOOL)),
            Binary::NotEqual => Values::Bool(Host::int_not_equal(a, b, BOOL)),
            Binary::Less => Values::Bool(Host::int_lower(a, b, BOOL)),
            Binary::LessEqual => Values::Bool(Host::int_lower_equal(a, b, BOOL)),
            Binary::Greater => Values::Bool(Host::int_greater(a, b, BOOL)),
            Binary::GreaterEqual => Values::Bool(Host::int_greater_equal(a, b, BOOL)),
            _ => unreachable!("the others are of fractions, or have a function of their own"),
        },
        _ => unreachable!("both sides were cast to one type"),
    };
    let result = back(Array::new(values, shape), dtype);
    // A whole part has no slope, as in PyTorch.
    if op == Binary::FloorDiv {
        return Ok(result);
    }
    Ok(step.done(result, move |flow| elementwise_back(op, &shapes, flow)))
}

impl Array {
    /// Returns `self + other`.
    pub(super) fn plus(self, other: Self) -> Result {
        binary(Binary::Add, self, other)
    }

    /// Returns `self * other`.
    pub(super) fn times(self, other: Self) -> Result {
        binary(Binary::Mul, self, other)
    }
}

/// Converts truth values and bytes that were added or multiplied as wider numbers back. What a
/// comparison gives stays.
fn back(result: Array, dtype: Dtype) -> Array {
    if dtype < Dtype::Int32 && result.dtype() != Dtype::Bool {
        result.cast(dtype)
    } else {
        result
    }
}

fn float(op: Binary, a: Float, b: Float) -> Values {
    Values::Float(match op {
        Binary::Add => Host::float_add(a, b),
        Binary::Sub => Host::float_sub(a, b),
        Binary::Mul => Host::float_mul(a, b),
        Binary::Div => Host::float_div(a, b),
        Binary::FloorDiv => each_pair(a, b, |a, b| divided(a, b).0),
        Binary::Mod => each_pair(a, b, |a, b| divided(a, b).1),
        Binary::Pow => Host::float_powf(a, b),
        Binary::Atan2 => Host::float_atan2(a, b),
        Binary::Minimum | Binary::Maximum => return Values::Float(extreme(op, a, b)),
        Binary::Equal => return Values::Bool(Host::float_equal(a, b, BOOL)),
        Binary::NotEqual => return Values::Bool(Host::float_not_equal(a, b, BOOL)),
        Binary::Less => return Values::Bool(Host::float_lower(a, b, BOOL)),
        Binary::LessEqual => return Values::Bool(Host::float_lower_equal(a, b, BOOL)),
        Binary::Greater => return Values::Bool(Host::float_greater(a, b, BOOL)),
        Binary::GreaterEqual => return Values::Bool(Host::float_greater_equal(a, b, BOOL)),
        Binary::And | Binary::Or | Binary::Xor => unreachable!("bits have a function of their own"),
    })
}

/// Returns the smaller or larger of both, and no number where the left side is none.
fn extreme(op: Binary, a: Float, b: Float) -> Float {
    let takes_a = if op == Binary::Minimum {
        Host::float_lower(a.clone(), b.clone(), BOOL)
    } else {
        Host::float_greater(a.clone(), b.clone(), BOOL)
    };
    let shape = broadcast(&a.shape(), &b.shape()).unwrap_or_default();
    let stretch = |tensor: Float| Host::float_expand(tensor, shape.clone().into());
    let (a, b) = (stretch(a), stretch(b));
    let is_none = Host::float_is_nan(a.clone(), BOOL);
    let takes_a = Host::bool_or(takes_a, is_none);
    Host::float_mask_where(b, takes_a, a)
}

/// Computes `&`, `|` or `^` of truth values, or of the bits of whole numbers.
fn bits(op: Binary, left: Operand, right: Operand, dtype: Dtype) -> Result {
    if dtype.is_float() {
        return Err(Error::NotImplemented(
            "&, | and ^ take bool or whole numbers, not fractions".to_owned(),
        ));
    }
    let (left, right) = (left.array(dtype), right.array(dtype));
    let shape = broadcast(left.shape(), right.shape())?;
    let (left, right) = (left.expand(&shape)?, right.expand(&shape)?);
    let values = match (left.values, right.values) {
        (Values::Bool(a), Values::Bool(b)) => Values::Bool(match op {
            Binary::And => Host::bool_and(a, b),
            Binary::Or => Host::bool_or(a, b),
            _ => Host::bool_xor(a, b),
        }),
        (Values::Int(a), Values::Int(b)) => Values::Int(match op {
            Binary::And => Host::bitwise_and(a, b),
            Binary::Or => Host::bitwise_or(a, b),
            _ => Host::bitwise_xor(a, b),
        }),
        _ => unreachable!("both sides were cast to one type"),
    };
    Ok(Array::new(values, shape))
}

/// Returns `left` where `condition` is true, and `right` elsewhere.
///
/// # Errors
/// Shapes that do not match.
pub fn choose(condition: Array, left: impl Into<Operand>, right: impl Into<Operand>) -> Result {
    chosen(condition, left.into(), right.into())
}

fn chosen(condition: Array, left: Operand, right: Operand) -> Result {
    let dtype = meeting(&left, &right);
    let numbers = (left.number(), right.number());
    let (left, right) = (left.array(dtype), right.array(dtype));
    let shape = broadcast(condition.shape(), &broadcast(left.shape(), right.shape())?)?;
    let condition = condition.cast(Dtype::Bool).expand(&shape)?;
    let (left, right) = (left.expand(&shape)?, right.expand(&shape)?);
    let step = RecordedStep::of("WhereBackward0", &[&left, &right]).saving(&[&condition]);
    let mask = condition.truths();
    let values = match (right.values, left.values) {
        // A number in the place of some entries takes half the time of choosing from two tensors.
        (Values::Float(tensor), Values::Float(value)) => Values::Float(match numbers {
            (Some(number), _) => Host::float_mask_fill(tensor, mask, number.scalar(dtype)),
            (_, Some(number)) => {
                Host::float_mask_fill(value, Host::bool_not(mask), number.scalar(dtype))
            }
            _ => Host::float_mask_where(tensor, mask, value),
        }),
        (Values::Int(tensor), Values::Int(value)) => {
            Values::Int(Host::int_mask_where(tensor, mask, value))
        }
        (Values::Bool(tensor), Values::Bool(value)) => {
            Values::Bool(Host::bool_mask_where(tensor, mask, value))
        }
        _ => unreachable!("both sides were cast to one type"),
    };
    Ok(step.done(Array::new(values, shape), |flow| {
        let mask = flow.saved(0);
        Ok(vec![
            flow.at(0, |grad| choose(mask.clone(), grad, 0.0))?,
            flow.at(1, |grad| choose(mask.clone(), 0.0, grad))?,
        ])
    }))
}
