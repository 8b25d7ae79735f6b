//! Numbers that describe an update. No gradient flows through any of them.

use burn::tensor::Tensor;

use super::same_rows;

/// Returns two estimates of the KL divergence from the old policy: `mean((ratio - 1) - ln ratio)`
/// and `mean(-ln ratio)`.
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
/// `mean((A > 0 and ratio > 1 + ε) or (A < 0 and ratio < 1 - ε))`. Smaller than [`clip_fraction`],
/// which also counts the two cases in which the minimum is the unclipped term.
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
