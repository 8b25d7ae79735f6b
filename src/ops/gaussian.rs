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

#[cfg(test)]
mod tests {
    use super::*;

    /// With these an action is one, two and three numbers, each at another distance from its mean.
    const MEANS: [f32; 3] = [0.5, -1.0, 2.0];
    const LOG_STDS: [f32; 3] = [0.0, -0.5, 0.75];
    const ACTION: [f32; 3] = [1.25, -1.5, -1.0];

    #[test]
    fn an_action_is_as_likely_as_its_numbers_together() {
        // -z²/2 - ln σ - ln √(2π), with the distances z = 0.75, -0.5 e^0.5 and -3 e^-0.75.
        let each = [-1.200_188_5_f32, -0.758_723_74, -2.673_024_2];
        let entropies = [1.418_938_5_f32, 0.918_938_5, 2.168_938_6];
        for count in 1..=3 {
            let found = log_prob_row(&MEANS[..count], &LOG_STDS[..count], &ACTION[..count]);
            let expected: f32 = each[..count].iter().sum();
            assert!((found - expected).abs() < 2e-6, "{found}, {expected}");
            let found = entropy(&LOG_STDS[..count]);
            let expected: f32 = entropies[..count].iter().sum();
            assert!((found - expected).abs() < 2e-6, "{found}, {expected}");
        }
    }

    /// Central differences of `3 ln N - 0.5 H`, one parameter at a time.
    #[test]
    fn slopes_are_those_of_each_number() {
        const STEP: f32 = 1e-2;
        let (by_log_prob, by_entropy) = (3.0_f32, -0.5_f32);
        for count in 1..=3 {
            let action = &ACTION[..count];
            let loss = |means: &[f32], log_stds: &[f32]| {
                by_log_prob * log_prob_row(means, log_stds, action) + by_entropy * entropy(log_stds)
            };
            let (means, log_stds) = (&MEANS[..count], &LOG_STDS[..count]);
            let mut mean_slopes = vec![7.0; count];
            let mut log_std_slopes = vec![1.0; count];
            slopes(
                (means, log_stds),
                action,
                (by_log_prob, by_entropy),
                &mut mean_slopes,
                &mut log_std_slopes,
            );
            let found = mean_slopes.into_iter().zip(log_std_slopes);
            for (number, (by_mean, by_log_std)) in found.enumerate() {
                let moved = |numbers: &[f32], by: f32| {
                    let mut numbers = numbers.to_vec();
                    numbers[number] += by;
                    numbers
                };
                let [above, below] = [STEP, -STEP].map(|by| loss(&moved(means, by), log_stds));
                let expected = (above - below) / (2.0 * STEP);
                assert!((by_mean - expected).abs() < 5e-3, "{by_mean}, {expected}");
                let [above, below] = [STEP, -STEP].map(|by| loss(means, &moved(log_stds, by)));
                // They are added to what is there.
                let expected = 1.0 + (above - below) / (2.0 * STEP);
                assert!(
                    (by_log_std - expected).abs() < 5e-3,
                    "{by_log_std}, {expected}"
                );
            }
        }
    }
}
