//! Numbers with what WGSL promises of a device's: how far it may be from each.

use policy_lab::envs::formula::{BinaryOp, UnaryOp};

/// The distance of a single-precision number from the next one, as a share of it: an upper limit.
const ULP: f64 = 1.0 / 8_388_608.0;
/// Largest error, of a number of size 1 or more as a share of it, with which a result is compared.
const LOOSE: f64 = 1e-3;
/// Largest size of a result that is compared. None is infinite or NaN: WGSL lets a compiler assume
/// that there are no such numbers, so it promises nothing of them.
const LARGEST: f64 = 1e6;

/// A number, and how far a device's may be from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounded {
    /// The number.
    pub value: f64,
    /// Infinite if nothing is promised.
    pub error: f64,
}

impl Bounded {
    /// Nothing is known of it.
    pub const UNKNOWN: Self = Self {
        value: 0.0,
        error: f64::INFINITY,
    };

    /// Returns a number that every device has as it is.
    pub const fn exact(value: f64) -> Self {
        Self { value, error: 0.0 }
    }

    fn truth(holds: bool) -> Self {
        Self::exact(f64::from(u8::from(holds)))
    }

    /// Returns true if nothing is promised.
    pub const fn is_unknown(self) -> bool {
        self.error == f64::INFINITY
    }

    /// Returns the smallest number that a device may have.
    pub fn low(self) -> f64 {
        self.value - self.error
    }

    /// Returns the largest number that a device may have.
    pub fn high(self) -> f64 {
        self.value + self.error
    }

    /// Returns true or false if the number certainly is 0, or certainly is not.
    pub fn is_zero(self) -> Option<bool> {
        if self.value.abs() > self.error {
            return Some(false);
        }
        (self == Self::exact(0.0)).then_some(true)
    }

    /// Adds the error of an operation: so many [`ULP`]s of its result. A device may take numbers
    /// next to 0 for 0.
    fn rounded(self, ulps: f64) -> Self {
        let own = ulps * ULP * (self.value.abs() + self.error);
        self.off_by(own + f64::from(f32::MIN_POSITIVE))
    }

    fn off_by(self, error: f64) -> Self {
        Self {
            error: self.error + error,
            ..self
        }
    }

    /// Applies a function that rises throughout, or falls throughout.
    fn monotone(self, function: impl Fn(f64) -> f64) -> Self {
        let value = function(self.value);
        let ends = [self.low(), self.high()].map(|end| (function(end) - value).abs());
        Self {
            value,
            error: ends[0].max(ends[1]),
        }
    }

    /// Returns it, unless too little is known of it.
    pub fn if_known(self) -> Self {
        let size = self.value.abs();
        let is_known = size <= LARGEST && self.error <= LOOSE * size.max(1.0);
        if is_known { self } else { Self::UNKNOWN }
    }

    /// Returns the error of a device's number by the largest that is promised; `None` if nothing
    /// is.
    pub fn share_of_error(self, found: f64) -> Option<f64> {
        if self.is_unknown() {
            return None;
        }
        let away = (found - self.value).abs();
        // Some results have no error at all.
        Some(if away == 0.0 { 0.0 } else { away / self.error })
    }
}

/// Applies a function, with the error that WGSL allows a device.
///
/// # Source
/// WGSL, "Accuracy of Concrete Floating Point Expressions". Where a function is said to inherit its
/// accuracy from others, as a root does from `1 / inverseSqrt`, their errors are added. The sine
/// and the cosine are the kernel's own.
pub fn unary(function: UnaryOp, a: Bounded) -> Bounded {
    if a.is_unknown() {
        return a;
    }
    match function {
        UnaryOp::Neg => Bounded {
            value: -a.value,
            ..a
        },
        UnaryOp::Abs => Bounded {
            value: a.value.abs(),
            ..a
        },
        UnaryOp::Sign => match a.is_zero() {
            Some(true) => Bounded::exact(0.0),
            Some(false) => Bounded::exact(a.value.signum()),
            None => Bounded::UNKNOWN,
        },
        UnaryOp::Floor if a.low().floor() == a.high().floor() => Bounded::exact(a.value.floor()),
        UnaryOp::Floor => Bounded::UNKNOWN,
        UnaryOp::Sqrt => a.monotone(f64::sqrt).rounded(5.0),
        UnaryOp::Exp => a.monotone(f64::exp).rounded(3.0 + 2.0 * a.value.abs()),
        UnaryOp::Ln => a.monotone(f64::ln).rounded(3.0).off_by(NEAR_ONE),
        UnaryOp::Sin => Bounded {
            value: a.value.sin(),
            ..a
        }
        .off_by(OF_SIN_COS),
        UnaryOp::Cos => Bounded {
            value: a.value.cos(),
            ..a
        }
        .off_by(OF_SIN_COS),
        // Of s / c, whose errors count 1 / c and s / c² times: both together less than
        // 2 (1 + tan²) times.
        UnaryOp::Tan => {
            let tan = a.monotone(f64::tan).rounded(3.0);
            tan.off_by(2.0 * OF_SIN_COS * (1.0 + tan.value * tan.value))
        }
        // The worse one of 1e-5 and of what sinh / cosh, which are sums of exponentials, come to.
        UnaryOp::Tanh => a.monotone(f64::tanh).off_by(1.5e-5),
    }
}

/// The error of a logarithm between 1/2 and 2, 2^-21. Elsewhere it is 3 ULP.
const NEAR_ONE: f64 = 4.0 * ULP;
/// The error of the kernel's own sine and cosine, of angles with a few whole turns.
const OF_SIN_COS: f64 = 3e-7;

/// Applies a function of two numbers as [`unary`] does. A product may become part of a sum without
/// being rounded, so neither is ever taken to be exact.
pub fn binary(function: BinaryOp, a: Bounded, b: Bounded) -> Bounded {
    if a.is_unknown() || b.is_unknown() {
        return Bounded::UNKNOWN;
    }
    let errors = a.error + b.error;
    let either = |value: f64| Bounded {
        value,
        error: a.error.max(b.error),
    };
    let sum = |value: f64| Bounded {
        value,
        error: errors,
    };
    match function {
        BinaryOp::Add => sum(a.value + b.value).rounded(1.0),
        BinaryOp::Sub => sum(a.value - b.value).rounded(1.0),
        BinaryOp::Mul => {
            let by_each = a.value.abs() * b.error + b.value.abs() * a.error;
            Bounded {
                value: a.value * b.value,
                error: by_each + a.error * b.error,
            }
            .rounded(1.0)
        }
        BinaryOp::Div if b.value.abs() > b.error => {
            let value = a.value / b.value;
            Bounded {
                value,
                error: (a.error + value.abs() * b.error) / (b.value.abs() - b.error),
            }
            .rounded(3.0)
        }
        BinaryOp::Div => Bounded::UNKNOWN,
        BinaryOp::Pow => power(a, b),
        BinaryOp::Min => either(a.value.min(b.value)),
        BinaryOp::Max => either(a.value.max(b.value)),
        BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Equal => {
            let apart = b.value - a.value;
            // Rounding may decide, unless neither was rounded.
            if apart.abs() <= errors && errors > 0.0 {
                return Bounded::UNKNOWN;
            }
            Bounded::truth(match function {
                BinaryOp::Less => apart > 0.0,
                BinaryOp::LessEqual => apart >= 0.0,
                _ => apart == 0.0,
            })
        }
    }
}

/// Returns `a^b`, which a device computes as `2^(b log₂ |a|)` with a sign of its own.
fn power(a: Bounded, b: Bounded) -> Bounded {
    let is_whole = b.error == 0.0 && b.value == b.value.floor();
    if a.value.abs() <= a.error || (a.value < 0.0 && !is_whole) {
        return Bounded::UNKNOWN;
    }
    let base = a.value.abs();
    let value = base.powf(b.value);
    // It rises or falls throughout with either of the two, so it is farthest away in a corner.
    let corners = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)];
    let away = corners.map(|(of_base, of_exponent)| {
        let exponent = b.value + of_exponent * b.error;
        ((base + of_base * a.error).powf(exponent) - value).abs()
    });
    let log = base.log2().abs();
    let exponent = b.value.abs() * log;
    // The logarithm's error counts `b` times, the product's once, both by the slope of 2^x.
    let inherited = std::f64::consts::LN_2 * (b.value.abs() * (4.0 + 3.0 * log) + exponent);
    let found = Bounded {
        value,
        error: away.into_iter().fold(0.0, f64::max),
    }
    .rounded(3.0 + 2.0 * exponent + inherited);
    let is_odd = a.value < 0.0 && b.value.rem_euclid(2.0) == 1.0;
    Bounded {
        value: if is_odd { -found.value } else { found.value },
        ..found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each of these would pass for right if errors were allowed to grow without limit.
    #[test]
    fn what_rounding_decides_is_not_compared_and_what_it_does_not_is() {
        let rounded = |value: f64| Bounded { value, error: 1e-6 };
        let unknown = Bounded::UNKNOWN;
        assert_eq!(unary(UnaryOp::Floor, rounded(2.0)), unknown);
        assert_eq!(unary(UnaryOp::Floor, rounded(2.5)), Bounded::exact(2.0));
        assert_eq!(unary(UnaryOp::Sign, rounded(0.0)), unknown);
        assert_eq!(
            unary(UnaryOp::Sign, Bounded::exact(0.0)),
            Bounded::exact(0.0)
        );
        assert_eq!(unary(UnaryOp::Sign, rounded(-1.0)), Bounded::exact(-1.0));
        let one = Bounded::exact(1.0);
        assert_eq!(binary(BinaryOp::LessEqual, one, one), Bounded::truth(true));
        assert_eq!(binary(BinaryOp::Less, one, one), Bounded::truth(false));
        assert_eq!(binary(BinaryOp::Equal, one, rounded(1.0)), unknown);
        assert_eq!(
            binary(BinaryOp::Equal, one, rounded(1.1)),
            Bounded::truth(false)
        );
        assert_eq!(binary(BinaryOp::Div, one, rounded(0.0)), unknown);
        let cube = binary(BinaryOp::Pow, Bounded::exact(-2.0), Bounded::exact(3.0));
        assert!(
            (cube.value + 8.0).abs() < 1e-12 && cube.error < 1e-4,
            "{cube:?}"
        );
        let root = binary(BinaryOp::Pow, Bounded::exact(-2.0), Bounded::exact(0.5));
        assert_eq!(root, unknown);
    }

    #[test]
    fn a_wrong_number_is_more_than_what_is_promised() {
        let sum = binary(BinaryOp::Add, Bounded::exact(1.0), Bounded::exact(2.0));
        assert_eq!(sum.share_of_error(3.0), Some(0.0));
        assert!(
            sum.share_of_error(3.000_01)
                .is_some_and(|share| share > 1.0)
        );
        assert!(sum.share_of_error(f64::NAN).is_some_and(f64::is_nan));
        assert_eq!(Bounded::UNKNOWN.share_of_error(3.0), None);
        let sign = unary(UnaryOp::Sign, Bounded::exact(-3.0));
        assert_eq!(sign.share_of_error(1.0), Some(f64::INFINITY));
    }
}
