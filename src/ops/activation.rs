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

/// Multiplies gradients by the activation's slope, computed from its value `y`: `1 - y²` for tanh, 1 where `y > 0` for ReLU.
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

/// Returns `tanh(x) = 1 - 2 / (1 + e^2x)` to within 3e-7, without branches or calls, so that loops over it vectorise.
///
/// `e^y = 2^n e^r` with n the integer nearest to y / ln 2, and e^r by its Taylor series to degree 7: |r| ≤ 0.35, so
/// the rest is below 1e-8.
pub fn fast_tanh(x: f32) -> f32 {
    // Beyond this, tanh is 1 in single precision.
    const SATURATED: f32 = 9.1;
    /// ln 2 in two parts, so that `n * ln 2` loses nothing (Cody and Waite).
    const LN_2: [f32; 2] = [0.693_145_75, 1.428_606_8e-6];
    // Adding and subtracting 1.5 * 2^23 rounds to the nearest integer.
    const ROUND: f32 = 12_582_912.0;

    let y = 2.0 * x.clamp(-SATURATED, SATURATED);
    let n = (y * std::f32::consts::LOG2_E + ROUND) - ROUND;
    let r = (y - n * LN_2[0]) - n * LN_2[1];
    let mut exp = 1.0 / 5040.0;
    for denominator in [720.0, 120.0, 24.0, 6.0, 2.0, 1.0, 1.0] {
        exp = exp * r + 1.0 / denominator;
    }
    let power = f32::from_bits((n as i32).wrapping_add(127).wrapping_shl(23) as u32);
    1.0 - 2.0 / (1.0 + exp * power)
}

#[cfg(test)]
mod tests {
    use super::fast_tanh;

    #[test]
    fn tanh_is_within_three_ulp_of_one() {
        let worst = (-120_000..=120_000)
            .map(|i| i as f32 * 1e-4)
            .map(|x| (f64::from(fast_tanh(x)) - f64::from(x).tanh()).abs())
            .fold(0.0, f64::max);
        assert!(worst < 3e-7, "worst error {worst}");
    }
}
