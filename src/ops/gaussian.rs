//! The diagonal Gaussian distribution over continuous actions: a mean `μ` of each number, which the
//! actor computes, and the logarithm of its standard deviation `σ`, a parameter that does not
//! depend on the observation.
//!
//! # Source
//! Sutton and Barto, "Reinforcement Learning: An Introduction" (2018), section 13.7; the parameter
//! for the deviation is detail 1 of 9 for continuous actions of "The 37 Implementation Details of
//! PPO".

use std::f32::consts::TAU;

/// Returns `ln N(a; μ, σ)` of one sample, the sum over its numbers of
/// `-(a - μ)² / 2σ² - ln σ - ln √(2π)`.
pub fn log_prob_row(means: &[f32], log_stds: &[f32], action: &[f32]) -> f32 {
    let each = means.iter().zip(log_stds).zip(action);
    each.map(|((mean, log_std), number)| {
        let away = (number - mean) * (-log_std).exp();
        -0.5 * away * away - log_std - 0.5 * TAU.ln()
    })
    .sum()
}

/// Draws an action: `μ + σ n`, from standard normal numbers `n`.
pub fn sample<'a>(
    means: &'a [f32],
    log_stds: &'a [f32],
    normals: &'a [f32],
) -> impl Iterator<Item = f32> + 'a {
    let each = means.iter().zip(log_stds).zip(normals);
    each.map(|((mean, log_std), normal)| mean + log_std.exp() * normal)
}

/// Returns the entropy in nats, the sum of `ln σ + ½ + ln √(2π)`. It is negative for a narrow
/// distribution.
pub fn entropy(log_stds: &[f32]) -> f32 {
    let each = log_stds.iter().map(|it| it + 0.5 + 0.5 * TAU.ln());
    each.sum()
}

/// Writes the derivatives with respect to the means of a loss of one sample, given its derivatives
/// with respect to the log-probability of the action and to the entropy, and adds those with
/// respect to the logarithms of the deviations.
///
/// With `z = (a - μ) / σ`: `d ln N / dμ = z / σ`, `d ln N / d ln σ = z² - 1`, and
/// `dH / d ln σ = 1`.
pub fn slopes(
    (means, log_stds): (&[f32], &[f32]),
    action: &[f32],
    (by_log_prob, by_entropy): (f32, f32),
    mean_slopes: &mut [f32],
    log_std_slopes: &mut [f32],
) {
    for (at, (mean, log_std)) in means.iter().zip(log_stds).enumerate() {
        let inverse = (-log_std).exp();
        let away = (action[at] - mean) * inverse;
        mean_slopes[at] = by_log_prob * away * inverse;
        log_std_slopes[at] += by_log_prob * (away * away - 1.0) + by_entropy;
    }
}
