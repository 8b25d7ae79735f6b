//! Vanilla policy gradient. New since REINFORCE: a baseline is subtracted from the returns, either
//! the mean of all environments at a step or a critic's value (`value.rs`), and a rollout can be
//! used again if its samples are weighted.

use burn::tensor::Tensor;

use super::same_rows;

/// Returns how much better each sample did than the mean of all environments at the same step:
/// `G[t, i] - mean_i G[t, i]`.
///
/// # Shapes
/// - `returns`, output: `[num_steps, num_envs]`
pub fn advantages(returns: Tensor<2>) -> Tensor<2> {
    let baseline = returns.clone().mean_dim(1);
    returns - baseline
}

/// Returns how many times likelier each action has become since it was taken:
/// `exp(log_prob - old_log_prob)`, clamped to `1 ± clip_coef` if that is given. No gradient flows.
/// A clamped sample still contributes to the gradient, with the clamped weight; PPO's clip would
/// remove it.
///
/// # Shapes
/// - `log_prob`, `old_log_prob`, output: `[batch]`
///
/// # Panics
/// If `log_prob` and `old_log_prob` differ in length.
pub fn importance_weights(
    log_prob: Tensor<1>,
    old_log_prob: Tensor<1>,
    clip_coef: Option<f64>,
) -> Tensor<1> {
    same_rows(&[("log_prob", &log_prob), ("old_log_prob", &old_log_prob)]);
    let weights = (log_prob - old_log_prob).exp().detach();
    match clip_coef {
        Some(clip_coef) => weights.clamp(1.0 - clip_coef, 1.0 + clip_coef),
        None => weights,
    }
}

/// Returns the policy loss: `-mean(weight * log_prob * advantage)`.
///
/// Gradient flows to `log_prob`, and to `advantages` unless they are detached.
///
/// # Shapes
/// - `log_prob`, `advantages`, `weights`: `[batch]`
/// - output: `[1]`
///
/// # Panics
/// If the three differ in length.
///
/// # Source
/// Sutton et al., "Policy Gradient Methods for Reinforcement Learning with Function Approximation"
/// (2000).
pub fn policy_loss(log_prob: Tensor<1>, advantages: Tensor<1>, weights: Tensor<1>) -> Tensor<1> {
    same_rows(&[
        ("log_prob", &log_prob),
        ("advantages", &advantages),
        ("weights", &weights),
    ]);
    (weights.detach() * log_prob * advantages).mean().neg()
}
