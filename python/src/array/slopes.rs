//! The rules by which gradients flow back through functions of one tensor and of two.

use super::flat::{Flat, tensor};
use super::tape::{Flow, Grads};
use super::{
    Array, Binary, Dtype, Number, Operand, Result, Unary, Values, binary, choose, is_recording,
};
use policy_lab::config::options::Activation;
use policy_lab::ops::activation::times_slope;

/// Returns the gradient of what had a number on its right.
pub(super) fn with_number_back(op: Binary, right: Number, flow: &Flow<'_>, grad: Array) -> Result {
    let by = Operand::Number(right);
    match op {
        Binary::Mul => binary(Binary::Mul, grad.into(), by),
        Binary::Div => binary(Binary::Div, grad.into(), by),
        Binary::Pow if right.float() == 0.0 => grad.zeros_like(),
        Binary::Pow => {
            let lower = Number::Float(right.float() - 1.0);
            let slope = binary(Binary::Pow, flow.saved(0).into(), lower.into())?;
            grad.times(binary(Binary::Mul, slope.into(), by)?)
        }
        _ => Ok(grad),
    }
}

/// Returns the gradients of both sides.
pub(super) fn elementwise_back(
    op: Binary,
    shapes: &[Vec<usize>; 2],
    flow: &Flow<'_>,
) -> Result<Grads> {
    let left = |grad: Array| -> Result {
        match op {
            Binary::Mul => grad.times(flow.saved(1)),
            Binary::Div => binary(Binary::Div, grad.into(), flow.saved(1).into()),
            Binary::Pow => {
                let (base, exponent) = (flow.saved(0), flow.saved(1));
                let lower = binary(Binary::Sub, exponent.clone().into(), Number::Int(1).into())?;
                let slope = binary(Binary::Pow, base.into(), lower.into())?;
                let is_flat = binary(
                    Binary::Equal,
                    exponent.clone().into(),
                    Number::Int(0).into(),
                )?;
                let grad = grad.times(exponent.times(slope)?)?;
                choose(is_flat, Number::Float(0.0).into(), grad.into())
            }
            Binary::Atan2 => grad.times(per_square(flow.saved(1), flow)?),
            Binary::Minimum | Binary::Maximum => {
                share(op, &flow.saved(0).detach(), &flow.saved(1).detach(), grad)
            }
            _ => Ok(grad),
        }
    };
    let right = |grad: Array| -> Result {
        match op {
            Binary::Sub => grad.unary(Unary::Neg),
            Binary::Mul => grad.times(flow.saved(0)),
            Binary::Div => {
                let (above, below) = (flow.saved(0), flow.saved(1));
                let ratio = binary(Binary::Div, above.into(), below.clone().into())?;
                let ratio = binary(Binary::Div, ratio.into(), below.into())?;
                grad.times(ratio.unary(Unary::Neg)?)
            }
            Binary::Mod => {
                let (left, right) = (flow.saved(0), flow.saved(1));
                let times = binary(Binary::FloorDiv, left.into(), right.into())?;
                grad.times(times.unary(Unary::Neg)?)
            }
            Binary::Pow => {
                let (base, exponent) = (flow.saved(0), flow.saved(1));
                let power = binary(Binary::Pow, base.clone().into(), exponent.into())?;
                let is_none = binary(Binary::Equal, base.clone().into(), Number::Int(0).into())?;
                let rises = binary(
                    Binary::GreaterEqual,
                    flow.saved(1).into(),
                    Number::Int(0).into(),
                )?;
                let is_flat = binary(Binary::And, is_none.into(), rises.into())?;
                let slope = power.times(base.unary(Unary::Log)?)?;
                let slope = choose(is_flat, Number::Float(0.0).into(), slope.into())?;
                grad.times(slope)
            }
            Binary::Atan2 => grad.times(per_square(flow.saved(0).unary(Unary::Neg)?, flow)?),
            Binary::Minimum | Binary::Maximum => {
                share(op, &flow.saved(1).detach(), &flow.saved(0).detach(), grad)
            }
            _ => Ok(grad),
        }
    };
    Ok(vec![
        flow.at(0, |grad| left(grad)?.shrunk_to(&shapes[0]))?,
        flow.at(1, |grad| right(grad)?.shrunk_to(&shapes[1]))?,
    ])
}

/// Returns a number over the sum of both sides' squares, and 0 where there is no direction.
fn per_square(number: Array, flow: &Flow<'_>) -> Result {
    let square = |array: Array| array.clone().times(array);
    let squares = square(flow.saved(0))?.plus(square(flow.saved(1))?)?;
    let is_none = binary(Binary::Equal, squares.clone().into(), Number::Int(0).into())?;
    let slope = binary(Binary::Div, number.into(), squares.into())?;
    choose(is_none, Number::Float(0.0).into(), slope.into())
}

/// Returns what an extreme passes to one side: all where it wins or nothing can be compared, half
/// where both are equal.
fn share(op: Binary, own: &Array, other: &Array, grad: Array) -> Result {
    let holds = |op| binary(op, own.clone().into(), other.clone().into());
    let loses = match op {
        Binary::Minimum => Binary::Greater,
        _ => Binary::Less,
    };
    let half = binary(Binary::Mul, grad.clone().into(), Number::Float(0.5).into())?;
    let grad = choose(holds(Binary::Equal)?, half.into(), grad.into())?;
    choose(holds(loses)?, Number::Float(0.0).into(), grad.into())
}

/// Returns the gradients of what was limited, and of the limits that there are.
pub(super) fn clamp_back(
    flow: &Flow<'_>,
    has: [bool; 2],
    shapes: &[Vec<usize>; 3],
) -> Result<Grads> {
    let [array, low, high] = [0, 1, 2].map(|place| flow.saved(place).detach());
    let holds =
        |op, left: &Array, right: &Array| binary(op, left.clone().into(), right.clone().into());
    let both = |op, left: Array, right: Array| binary(op, left.into(), right.into());
    let passed = |passes: Array, grad: Array, place: usize| {
        choose(passes, grad.into(), Number::Float(0.0).into())?.shrunk_to(&shapes[place])
    };
    let is_above = |op| holds(op, &array, &low);
    let is_below = |op| holds(op, &array, &high);
    Ok(vec![
        flow.at(0, |grad| {
            let passes = match has {
                [true, true] => both(
                    Binary::And,
                    is_above(Binary::GreaterEqual)?,
                    is_below(Binary::LessEqual)?,
                )?,
                [true, false] => is_above(Binary::GreaterEqual)?,
                _ => is_below(Binary::LessEqual)?,
            };
            passed(passes, grad, 0)
        })?,
        flow.at(1, |grad| {
            let passes = is_above(Binary::Less)?;
            passed(
                if has[1] {
                    both(Binary::And, passes, holds(Binary::Less, &low, &high)?)?
                } else {
                    passes
                },
                grad,
                1,
            )
        })?,
        flow.at(2, |grad| {
            let passes = is_below(Binary::Greater)?;
            passed(
                if has[0] {
                    both(Binary::Or, passes, holds(Binary::Less, &high, &low)?)?
                } else {
                    passes
                },
                grad,
                2,
            )
        })?,
    ])
}

/// Returns the gradient of what a function was applied to.
pub(super) fn slope(function: Unary, flow: &Flow<'_>, grad: Array) -> Result {
    let number = |number: f64| Operand::Number(Number::Float(number));
    let one_less = |array: Array| binary(Binary::Sub, number(1.0), array.into());
    let square = |array: Array| array.clone().times(array);
    let per = |grad: Array, by: Array| binary(Binary::Div, grad.into(), by.into());
    let saved = || flow.saved(0);
    let output = || flow.output();
    // Nobody will differentiate this gradient again, so the engine's own pass over it will do.
    let is_plain = !is_recording() && grad.dtype() == Dtype::Float32;
    match function {
        Unary::Neg => grad.unary(Unary::Neg),
        Unary::Sign | Unary::Floor | Unary::Ceil | Unary::Round | Unary::Trunc => grad.zeros_like(),
        Unary::Abs => grad.times(saved().unary(Unary::Sign)?),
        Unary::Exp => grad.times(output()),
        Unary::Expm1 => grad.times(binary(Binary::Add, output().into(), number(1.0))?),
        Unary::Log => per(grad, saved()),
        Unary::Log1p => per(grad, binary(Binary::Add, saved().into(), number(1.0))?),
        Unary::Sqrt => per(grad, binary(Binary::Mul, output().into(), number(2.0))?),
        Unary::Length => {
            let is_flat = binary(Binary::Equal, output().detach().into(), number(0.0))?;
            let slope = per(grad, binary(Binary::Mul, output().into(), number(2.0))?)?;
            choose(is_flat, number(0.0), slope.into())
        }
        Unary::Reciprocal => grad.times(square(output())?.unary(Unary::Neg)?),
        Unary::Sin => grad.times(saved().unary(Unary::Cos)?),
        Unary::Cos => grad.times(saved().unary(Unary::Sin)?.unary(Unary::Neg)?),
        Unary::Tan => grad.times(binary(Binary::Add, square(output())?.into(), number(1.0))?),
        Unary::Asin => per(grad, one_less(square(saved())?)?.unary(Unary::Sqrt)?),
        Unary::Acos => {
            let root = one_less(square(saved())?)?.unary(Unary::Sqrt)?;
            per(grad.unary(Unary::Neg)?, root)
        }
        Unary::Atan => per(
            grad,
            binary(Binary::Add, square(saved())?.into(), number(1.0))?,
        ),
        Unary::Sinh => grad.times(saved().unary(Unary::Cosh)?),
        Unary::Cosh => grad.times(saved().unary(Unary::Sinh)?),
        Unary::Tanh if is_plain => Ok(unrecorded(grad, output(), Activation::Tanh)),
        Unary::Tanh => grad.times(one_less(square(output())?)?),
        Unary::Asinh => {
            let root = binary(Binary::Add, square(saved())?.into(), number(1.0))?;
            per(grad, root.unary(Unary::Sqrt)?)
        }
        Unary::Acosh => {
            let root = binary(Binary::Sub, square(saved())?.into(), number(1.0))?;
            per(grad, root.unary(Unary::Sqrt)?)
        }
        Unary::Atanh => per(grad, one_less(square(saved())?)?),
        Unary::Erf => {
            let bell = square(saved())?.unary(Unary::Neg)?.unary(Unary::Exp)?;
            let height = number(std::f64::consts::FRAC_2_SQRT_PI);
            grad.times(binary(Binary::Mul, bell.into(), height)?)
        }
        Unary::Softplus => grad.times(saved().unary(Unary::Sigmoid)?),
        Unary::Sigmoid => grad.times(output().times(one_less(output())?)?),
        Unary::Relu if is_plain => Ok(unrecorded(grad, output(), Activation::Relu)),
        Unary::Relu => {
            let passes = binary(Binary::Greater, output().detach().into(), number(0.0))?;
            choose(passes, grad.into(), number(0.0))
        }
        Unary::Not | Unary::IsNan | Unary::IsInf => unreachable!("truth values have no gradient"),
    }
}

/// Returns the gradient of what an activation was applied to, without a record.
fn unrecorded(grad: Array, output: Array, activation: Activation) -> Array {
    let shape = grad.shape().to_vec();
    let mut slopes = Flat::of(grad.fractions()).numbers().to_vec();
    times_slope(
        &mut slopes,
        Flat::of(output.fractions()).numbers(),
        activation,
    );
    Array::new(Values::Float(tensor(slopes, &shape)), shape)
}
