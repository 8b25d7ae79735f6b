//! Activations of hidden layers on the host, and their slopes.

use crate::config::options::Activation;

/// Applies the activation in place.
pub fn activate(values: &mut [f32], activation: Activation) {
    match activation {
        Activation::Relu => {
            for value in values {
                // Not `max`, whose rules for NaN keep it from being one instruction.
                *value = if *value > 0.0 { *value } else { 0.0 };
            }
        }
        Activation::Tanh => {
            for value in values {
                *value = fast_tanh(*value);
            }
        }
    }
}

/// Multiplies gradients by the activation's slope, computed from its value `y`: `1 - y²` for tanh,
/// 1 where `y > 0` for ReLU.
pub fn times_slope(grads: &mut [f32], units: &[f32], activation: Activation) {
    match activation {
        Activation::Relu => {
            for (grad, unit) in grads.iter_mut().zip(units) {
                *grad = if *unit > 0.0 { *grad } else { 0.0 };
            }
        }
        Activation::Tanh => {
            for (grad, unit) in grads.iter_mut().zip(units) {
                *grad *= 1.0 - unit * unit;
            }
        }
    }
}

/// Returns tanh to within 3e-7, and never beyond ±1, without branches or calls, so that loops over
/// it vectorise.
///
/// It is `x p(x²) / q(x²)`, where p and q are the polynomials of degree 4 whose quotient has the
/// least maximum error for |x| ≤ 8. They are fitted by weighted least squares (Lawson's algorithm)
/// to within 6e-9; what is more is rounding. Beyond 8, tanh is 1 to within 3e-7.
pub fn fast_tanh(x: f32) -> f32 {
    const SATURATED: f32 = 8.0;
    const NUMERATOR: [f32; 4] = [2.177_319_2e-5, 3.564_152_9e-3, 0.134_381_89, 0.999_999_94];
    const DENOMINATOR: [f32; 4] = [3.399_174e-4, 2.613_600_3e-2, 0.467_715_08, 1.0];

    let x = x.clamp(-SATURATED, SATURATED);
    let square = x * x;
    let polynomial = |highest: f32, others: [f32; 4]| {
        (others.into_iter()).fold(highest, |sum, factor| sum * square + factor)
    };
    x * polynomial(1.506_173_5e-8, NUMERATOR) / polynomial(8.453_631_6e-7, DENOMINATOR)
}

#[cfg(test)]
mod tests {
    use super::{fast_tanh, times_slope};
    use crate::config::options::Activation;

    #[test]
    fn tanh_is_within_three_ulp_of_one() {
        let worst = (-120_000..=120_000)
            .map(|i| i as f32 * 1e-4)
            .map(|x| (f64::from(fast_tanh(x)) - f64::from(x).tanh()).abs())
            .fold(0.0, f64::max);
        assert!(worst < 3e-7, "worst error {worst}");
        let largest = (-120_000..=120_000)
            .map(|i| fast_tanh(i as f32 * 1e-4).abs())
            .fold(0.0, f32::max);
        assert!(largest <= 1.0, "largest value {largest}");
        assert!(fast_tanh(f32::NAN).is_nan());
    }

    /// Of ReLU's units those that are 0 let nothing back; of tanh's, `1 - y²`.
    #[test]
    fn slopes_follow_from_the_units() {
        let back = |activation| {
            let mut slopes = [2.0, 2.0, 2.0];
            times_slope(&mut slopes, &[0.0, 0.5, 1.0], activation);
            slopes
        };
        assert_eq!(back(Activation::Relu), [0.0, 2.0, 2.0]);
        assert_eq!(back(Activation::Tanh), [2.0, 1.5, 0.0]);
    }
}
