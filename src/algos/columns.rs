//! What is computed of columns in plain memory, and of one sample of them. The oracle says the same
//! of tensors.

use crate::rollout::BadArgument;

/// Keeps a standard deviation of zero from dividing by zero.
pub const EPSILON: f64 = 1e-8;

/// Returns what one sample adds to the two means of `oracle::diagnostics::approx_kl`.
pub fn kl_row(log_ratio: f32, ratio: f32) -> [f32; 2] {
    [ratio - 1.0 - log_ratio, -log_ratio]
}

/// Returns true if `oracle::diagnostics::clip_fraction` counts the sample.
pub fn is_clipped(ratio: f32, clip_coef: f32) -> bool {
    (ratio - 1.0).abs() > clip_coef
}

/// Returns true if `oracle::diagnostics::zero_gradient_fraction` counts the sample.
pub fn has_no_gradient(ratio: f32, advantage: f32, clip_coef: f32) -> bool {
    (ratio > 1.0 + clip_coef && advantage > 0.0) || (ratio < 1.0 - clip_coef && advantage < 0.0)
}

/// Subtracts the mean of each step from returns in plain memory, `[num_steps, num_envs]`, as
/// `oracle::vpg::advantages` does.
pub fn subtract_step_means(returns: &mut [f32], num_envs: usize) {
    for step in returns.chunks_mut(num_envs.max(1)) {
        let mean = step.iter().sum::<f32>() / step.len() as f32;
        for ret in step {
            *ret -= mean;
        }
    }
}

/// Standardises in place: `(x - mean) / (std + 1e-8)` with the sample standard deviation (n - 1).
///
/// # Errors
/// If there are fewer than two values: a single one has no standard deviation.
pub fn standardise_column(values: &mut [f32]) -> Result<(), BadArgument> {
    let count = values.len();
    if count < 2 {
        return Err(too_few(count));
    }
    let mean = values.iter().map(|it| f64::from(*it)).sum::<f64>() / count as f64;
    let squares = values.iter().map(|it| (f64::from(*it) - mean).powi(2));
    let deviation = (squares.sum::<f64>() / (count - 1) as f64).sqrt();
    for value in values {
        *value = ((f64::from(*value) - mean) / (deviation + EPSILON)) as f32;
    }
    Ok(())
}

/// Returns the error for so few values.
pub fn too_few(count: usize) -> BadArgument {
    BadArgument::new(
        "values",
        format!("{count} of them have no standard deviation; use at least 2"),
    )
}

/// Returns `1 - Var(returns - values) / Var(returns)`: 1 for a perfect critic, 0 for one that knows
/// only the mean. `None` if the returns do not vary.
///
/// # Shapes
/// - `values`, `returns`: `[n]`
///
/// # Panics
/// If `values` and `returns` differ in length.
pub fn explained_variance(values: &[f32], returns: &[f32]) -> Option<f64> {
    assert_eq!(
        values.len(),
        returns.len(),
        "values and returns differ in length"
    );
    let errors: Vec<f64> = returns
        .iter()
        .zip(values)
        .map(|(r, v)| f64::from(*r) - f64::from(*v))
        .collect();
    let total = variance(&returns.iter().map(|r| f64::from(*r)).collect::<Vec<_>>());
    (total > 0.0).then(|| 1.0 - variance(&errors) / total)
}

fn variance(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    values
        .iter()
        .map(|value| (value - mean).powi(2))
        .sum::<f64>()
        / values.len().max(1) as f64
}
