//! Divisions with a rest.

use burn::backend::TensorMetadata;
use burn::backend::ops::FloatTensorOps;
use burn::tensor::DType;

use super::{Array, Dtype, Float, Host, Operand, Values, broadcast};

/// Returns what a function of two fractions gives, broadcast to a common shape.
pub(super) fn each_pair(a: Float, b: Float, function: impl Fn(f64, f64) -> f64) -> Float {
    let dtype = match a.dtype() {
        DType::F64 => Dtype::Float64,
        _ => Dtype::Float32,
    };
    let shape = broadcast(&a.shape(), &b.shape()).unwrap_or_default();
    let numbers = |tensor| {
        let whole = Host::float_expand(tensor, shape.clone().into());
        Array::new(Values::Float(whole), shape.clone()).floats()
    };
    let pairs = numbers(a).into_iter().zip(numbers(b));
    let results = pairs.map(|(a, b)| function(a, b)).collect();
    Array::of_floats(results, shape, dtype).fractions()
}

/// Returns the whole part and the rest of a division, which has the sign of the divisor, as Python
/// and PyTorch compute them.
pub(super) fn divided(a: f64, b: f64) -> (f64, f64) {
    if b == 0.0 {
        return (a / b, f64::NAN);
    }
    let rest = a % b;
    let is_below = rest != 0.0 && (b < 0.0) != (rest < 0.0);
    let near = (a - rest) / b - if is_below { 1.0 } else { 0.0 };
    let floor = near.floor();
    let whole = if near - floor > 0.5 {
        floor + 1.0
    } else {
        floor
    };
    let whole = if near == 0.0 {
        0.0_f64.copysign(a / b)
    } else {
        whole
    };
    (whole, if is_below { rest + b } else { rest })
}

/// Returns true if a 0 is among whole numbers.
pub(super) fn has_none(operand: &Operand) -> bool {
    match operand {
        Operand::Number(number) => number.float() == 0.0,
        Operand::Array(array) => array.ints().contains(&0),
    }
}
