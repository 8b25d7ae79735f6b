//! Proximal policy optimisation. New since VPG: gradient flows through the probability ratio, and
//! the loss clips it, so that a rollout can be used for many small steps.

use burn::tensor::Tensor;

use super::same_rows;

/// Returns how many times likelier each action has become since it was taken:
/// `exp(log_prob - old_log_prob)`.
///
/// Gradient flows to `log_prob`.
///
/// # Shapes
/// - all: `[batch]`
///
/// # Panics
/// When `log_prob` and `old_log_prob` differ in length.
pub fn ratio(log_prob: Tensor<1>, old_log_prob: Tensor<1>) -> Tensor<1> {
    same_rows(&[("log_prob", &log_prob), ("old_log_prob", &old_log_prob)]);
    (log_prob - old_log_prob).exp()
}

/// Returns the policy loss: `-mean(min(ratio * A, clip(ratio, 1 - ε, 1 + ε) * A))`. Without
/// `clip_coef` nothing is clipped.
///
/// Gradient flows to `ratio`, where it is zero if the clipped term is the smaller one, and to
/// `advantages` unless they are detached.
///
/// # Shapes
/// - `ratio`, `advantages`: `[batch]`
/// - output: `[1]`
///
/// # Panics
/// When `ratio` and `advantages` differ in length.
///
/// # Source
/// Schulman et al., "Proximal Policy Optimization Algorithms" (2017), equation 7.
pub fn clipped_surrogate_loss(
    ratio: Tensor<1>,
    advantages: Tensor<1>,
    clip_coef: Option<f64>,
) -> Tensor<1> {
    same_rows(&[("ratio", &ratio), ("advantages", &advantages)]);
    let unclipped = ratio.clone() * advantages.clone();
    let surrogate = match clip_coef {
        Some(clip_coef) => {
            let clipped = ratio.clamp(1.0 - clip_coef, 1.0 + clip_coef) * advantages;
            // Inside the clip range both terms are equal, and the gradient must be that of one of
            // them, not of their mean.
            let keeps_unclipped = unclipped.clone().lower_equal(clipped.clone());
            clipped.mask_where(keeps_unclipped, unclipped)
        }
        None => unclipped,
    };
    surrogate.mean().neg()
}
