//! Numbers that describe an update. No gradient flows through any of them.

use burn::tensor::Tensor;

use super::same_rows;

/// Returns two estimates of the KL divergence from the old policy: `mean((ratio - 1) - ln ratio)` and `mean(-ln ratio)`.
///
/// # Shapes
/// - `log_prob`, `old_log_prob`: `[batch]`
/// - outputs: `[1]`, `[1]`
///
/// # Panics
/// If `log_prob` and `old_log_prob` differ in length.
///
/// # Source
/// Schulman, "Approximating KL Divergence" (2020): the estimators k3 and k1.
pub fn approx_kl(log_prob: Tensor<1>, old_log_prob: Tensor<1>) -> (Tensor<1>, Tensor<1>) {
    same_rows(&[("log_prob", &log_prob), ("old_log_prob", &old_log_prob)]);
    let log_ratio = (log_prob - old_log_prob).detach();
    let low_variance = (log_ratio.clone().exp() - 1.0 - log_ratio.clone()).mean();
    (low_variance, log_ratio.mean().neg())
}

/// Returns what one sample adds to the two means of [`approx_kl`].
pub fn kl_row(log_ratio: f32, ratio: f32) -> [f32; 2] {
    [ratio - 1.0 - log_ratio, -log_ratio]
}

/// Returns true if [`clip_fraction`] counts the sample.
pub fn is_clipped(ratio: f32, clip_coef: f32) -> bool {
    (ratio - 1.0).abs() > clip_coef
}

/// Returns true if [`zero_gradient_fraction`] counts the sample.
pub fn has_no_gradient(ratio: f32, advantage: f32, clip_coef: f32) -> bool {
    (ratio > 1.0 + clip_coef && advantage > 0.0) || (ratio < 1.0 - clip_coef && advantage < 0.0)
}

/// Returns the fraction of samples whose ratio is outside `1 ± clip_coef`: `mean(|ratio - 1| > ε)`.
///
/// # Shapes
/// - `ratio`: `[batch]`
/// - output: `[1]`
pub fn clip_fraction(ratio: Tensor<1>, clip_coef: f64) -> Tensor<1> {
    (ratio.detach() - 1.0)
        .abs()
        .greater_elem(clip_coef)
        .float()
        .mean()
}

/// Returns the fraction of samples that contribute no gradient because of the clip:
/// `mean((A > 0 and ratio > 1 + ε) or (A < 0 and ratio < 1 - ε))`. Smaller than [`clip_fraction`], which also counts the two
/// cases in which the minimum is the unclipped term.
///
/// # Shapes
/// - `ratio`, `advantages`: `[batch]`
/// - output: `[1]`
///
/// # Panics
/// If `ratio` and `advantages` differ in length.
pub fn zero_gradient_fraction(
    ratio: Tensor<1>,
    advantages: Tensor<1>,
    clip_coef: f64,
) -> Tensor<1> {
    same_rows(&[("ratio", &ratio), ("advantages", &advantages)]);
    let (ratio, advantages) = (ratio.detach(), advantages.detach());
    let too_high = ratio.clone().greater_elem(1.0 + clip_coef).float()
        * advantages.clone().greater_elem(0.0).float();
    let too_low = ratio.lower_elem(1.0 - clip_coef).float() * advantages.lower_elem(0.0).float();
    (too_high + too_low).mean()
}

/// Returns `1 - Var(returns - values) / Var(returns)`: 1 for a perfect critic, 0 for one that knows only the mean. `None` if the
/// returns do not vary.
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
