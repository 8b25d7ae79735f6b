//! The rules by which gradients flow back through functions of one tensor and of two.

use std::f64::consts::FRAC_2_SQRT_PI;

use super::flat::{Flat, tensor};
use super::tape::{Flow, Grads};
use super::{Array, Binary, Dtype, Number, Result, Unary, Values, binary, choose, is_recording};
use policy_lab::config::options::Activation;
use policy_lab::ops::activation::times_slope;

/// Returns the gradient of what had a number on its right.
pub(super) fn with_number_back(op: Binary, right: Number, flow: &Flow<'_>, grad: Array) -> Result {
    match op {
        Binary::Mul | Binary::Div => binary(op, grad, right),
        Binary::Pow if right.float() == 0.0 => grad.zeros_like(),
        Binary::Pow => {
            let slope = binary(Binary::Pow, flow.saved(0), right.float() - 1.0)?;
            grad.times(binary(Binary::Mul, slope, right)?)
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
            Binary::Div => binary(Binary::Div, grad, flow.saved(1)),
            Binary::Pow => {
                let (base, exponent) = (flow.saved(0), flow.saved(1));
                let lower = binary(Binary::Sub, exponent.clone(), Number::Int(1))?;
                let slope = binary(Binary::Pow, base, lower)?;
                let is_flat = binary(Binary::Equal, exponent.clone(), Number::Int(0))?;
                let grad = grad.times(exponent.times(slope)?)?;
                choose(is_flat, 0.0, grad)
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
                let ratio = binary(Binary::Div, above, below.clone())?;
                let ratio = binary(Binary::Div, ratio, below)?;
                grad.times(ratio.unary(Unary::Neg)?)
            }
            Binary::Mod => {
                let (left, right) = (flow.saved(0), flow.saved(1));
                let times = binary(Binary::FloorDiv, left, right)?;
                grad.times(times.unary(Unary::Neg)?)
            }
            Binary::Pow => {
                let (base, exponent) = (flow.saved(0), flow.saved(1));
                let power = binary(Binary::Pow, base.clone(), exponent)?;
                let is_none = binary(Binary::Equal, base.clone(), Number::Int(0))?;
                let rises = binary(Binary::GreaterEqual, flow.saved(1), Number::Int(0))?;
                let is_flat = binary(Binary::And, is_none, rises)?;
                let slope = power.times(base.unary(Unary::Log)?)?;
                let slope = choose(is_flat, 0.0, slope)?;
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
    let is_none = binary(Binary::Equal, squares.clone(), Number::Int(0))?;
    let slope = binary(Binary::Div, number, squares)?;
    choose(is_none, 0.0, slope)
}

/// Returns what an extreme passes to one side: all where it wins or nothing can be compared, half
/// where both are equal.
fn share(op: Binary, own: &Array, other: &Array, grad: Array) -> Result {
    let holds = |op| binary(op, own.clone(), other.clone());
    let loses = match op {
        Binary::Minimum => Binary::Greater,
        _ => Binary::Less,
    };
    let half = binary(Binary::Mul, grad.clone(), 0.5)?;
    let grad = choose(holds(Binary::Equal)?, half, grad)?;
    choose(holds(loses)?, 0.0, grad)
}

/// Returns the gradients of what was limited, and of the limits that there are.
pub(super) fn clamp_back(
    flow: &Flow<'_>,
    has: [bool; 2],
    shapes: &[Vec<usize>; 3],
) -> Result<Grads> {
    let [array, low, high] = [0, 1, 2].map(|place| flow.saved(place).detach());
    let holds = |op, left: &Array, right: &Array| binary(op, left.clone(), right.clone());
    let passed = |passes: Array, grad: Array, place: usize| {
        choose(passes, grad, 0.0)?.shrunk_to(&shapes[place])
    };
    let is_above = |op| holds(op, &array, &low);
    let is_below = |op| holds(op, &array, &high);
    Ok(vec![
        flow.at(0, |grad| {
            let passes = match has {
                [true, true] => {
                    let is_below = is_below(Binary::LessEqual)?;
                    binary(Binary::And, is_above(Binary::GreaterEqual)?, is_below)?
                }
                [true, false] => is_above(Binary::GreaterEqual)?,
                _ => is_below(Binary::LessEqual)?,
            };
            passed(passes, grad, 0)
        })?,
        flow.at(1, |grad| {
            let mut passes = is_above(Binary::Less)?;
            if has[1] {
                passes = binary(Binary::And, passes, holds(Binary::Less, &low, &high)?)?;
            }
            passed(passes, grad, 1)
        })?,
        flow.at(2, |grad| {
            let mut passes = is_below(Binary::Greater)?;
            if has[0] {
                passes = binary(Binary::Or, passes, holds(Binary::Less, &high, &low)?)?;
            }
            passed(passes, grad, 2)
        })?,
    ])
}

/// Returns the gradient of what a function was applied to.
pub(super) fn slope(function: Unary, flow: &Flow<'_>, grad: Array) -> Result {
    let one_less = |array: Array| binary(Binary::Sub, 1.0, array);
    let square = |array: Array| array.clone().times(array);
    let per = |grad: Array, by: Array| binary(Binary::Div, grad, by);
    let saved = || flow.saved(0);
    let output = || flow.output();
    // Nobody will differentiate this gradient again, so the engine's own pass over it will do.
    let is_plain = !is_recording() && grad.dtype() == Dtype::Float32;
    match function {
        Unary::Neg => grad.unary(Unary::Neg),
        Unary::Sign | Unary::Floor | Unary::Ceil | Unary::Round | Unary::Trunc => grad.zeros_like(),
        Unary::Abs => grad.times(saved().unary(Unary::Sign)?),
        Unary::Exp => grad.times(output()),
        Unary::Expm1 => grad.times(binary(Binary::Add, output(), 1.0)?),
        Unary::Log => per(grad, saved()),
        Unary::Log1p => per(grad, binary(Binary::Add, saved(), 1.0)?),
        Unary::Sqrt => per(grad, binary(Binary::Mul, output(), 2.0)?),
        Unary::Length => {
            let is_flat = binary(Binary::Equal, output().detach(), 0.0)?;
            let slope = per(grad, binary(Binary::Mul, output(), 2.0)?)?;
            choose(is_flat, 0.0, slope)
        }
        Unary::Reciprocal => grad.times(square(output())?.unary(Unary::Neg)?),
        Unary::Sin => grad.times(saved().unary(Unary::Cos)?),
        Unary::Cos => grad.times(saved().unary(Unary::Sin)?.unary(Unary::Neg)?),
        Unary::Tan => grad.times(binary(Binary::Add, square(output())?, 1.0)?),
        Unary::Asin => per(grad, one_less(square(saved())?)?.unary(Unary::Sqrt)?),
        Unary::Acos => {
            let root = one_less(square(saved())?)?.unary(Unary::Sqrt)?;
            per(grad.unary(Unary::Neg)?, root)
        }
        Unary::Atan => per(grad, binary(Binary::Add, square(saved())?, 1.0)?),
        Unary::Sinh => grad.times(saved().unary(Unary::Cosh)?),
        Unary::Cosh => grad.times(saved().unary(Unary::Sinh)?),
        Unary::Tanh if is_plain => Ok(unrecorded(grad, output(), Activation::Tanh)),
        Unary::Tanh => grad.times(one_less(square(output())?)?),
        Unary::Asinh => {
            let root = binary(Binary::Add, square(saved())?, 1.0)?;
            per(grad, root.unary(Unary::Sqrt)?)
        }
        Unary::Acosh => {
            let root = binary(Binary::Sub, square(saved())?, 1.0)?;
            per(grad, root.unary(Unary::Sqrt)?)
        }
        Unary::Atanh => per(grad, one_less(square(saved())?)?),
        Unary::Erf => {
            let bell = square(saved())?.unary(Unary::Neg)?.unary(Unary::Exp)?;
            grad.times(binary(Binary::Mul, bell, FRAC_2_SQRT_PI)?)
        }
        Unary::Softplus => grad.times(saved().unary(Unary::Sigmoid)?),
        Unary::Sigmoid => grad.times(output().times(one_less(output())?)?),
        Unary::Relu if is_plain => Ok(unrecorded(grad, output(), Activation::Relu)),
        Unary::Relu => {
            let passes = binary(Binary::Greater, output().detach(), 0.0)?;
            choose(passes, grad, 0.0)
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
