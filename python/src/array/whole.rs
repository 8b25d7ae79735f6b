//! Operations of whole numbers, which keep all of their digits: 64-bit fractions do not hold those
//! of large ones.

use super::operand::meeting;
use super::{Array, Binary, Dtype, Error, Operand, Result, broadcast};

/// Computes a whole part, a rest, a power or an extreme. Of what is too large the lowest bits are
/// left.
pub(super) fn of_whole(op: Binary, left: Operand, right: Operand, dtype: Dtype) -> Result {
    each_pair(left, right, dtype, |a, b| match op {
        Binary::FloorDiv => whole_part(a, b),
        Binary::Mod => a.wrapping_sub(whole_part(a, b).wrapping_mul(b)),
        Binary::Pow => power(a, b),
        Binary::Minimum => a.min(b),
        _ => a.max(b),
    })
}

/// Returns whole numbers whose bits are moved to the left or to the right.
///
/// # Errors
/// Shapes that do not match, or fractions.
pub fn shift(to_left: bool, left: Operand, right: Operand) -> Result {
    let dtype = meeting(&left, &right);
    if dtype.is_float() {
        return Err(Error::NotImplemented(
            "<< and >> take whole numbers, not fractions".to_owned(),
        ));
    }
    each_pair(left, right, dtype, |number, places| {
        let places = u32::try_from(places).unwrap_or(u32::MAX);
        match to_left {
            true => number.checked_shl(places).unwrap_or(0),
            // Behind the last bit there is the sign.
            false => number >> places.min(63),
        }
    })
}

/// Returns what a function of two whole numbers gives, broadcast to a common shape.
fn each_pair(
    left: Operand,
    right: Operand,
    dtype: Dtype,
    function: impl Fn(i64, i64) -> i64,
) -> Result {
    let (left, right) = (left.array(Dtype::Int64), right.array(Dtype::Int64));
    let shape = broadcast(left.shape(), right.shape())?;
    let (left, right) = (left.expand(&shape)?.ints(), right.expand(&shape)?.ints());
    let results = left.into_iter().zip(right).map(|(a, b)| function(a, b));
    Ok(Array::from_ints(results.collect(), shape)?.cast(dtype))
}

/// Returns the largest whole number that is not above the quotient. The divisor is not 0.
fn whole_part(a: i64, b: i64) -> i64 {
    let near = a.wrapping_div(b);
    let is_below = a.wrapping_rem(b) != 0 && (a < 0) != (b < 0);
    near - i64::from(is_below)
}

/// Returns a power. One below 0 is a fraction, which is cut off.
fn power(base: i64, exponent: i64) -> i64 {
    match (base, exponent) {
        (-1, _) if exponent % 2 != 0 => -1,
        (1 | -1, _) => 1,
        (_, ..0) => 0,
        (base, exponent) => base.wrapping_pow(u32::try_from(exponent).unwrap_or(u32::MAX)),
    }
}
