//! Vanilla policy gradient: what changed since REINFORCE is that many worlds run at once, so the mean return of all
//! worlds at a step can serve as its baseline, and a rollout may be used again if its samples are weighted.

use burn::tensor::Tensor;

/// Keeps a standard deviation of zero from dividing by zero.
const EPSILON: f64 = 1e-8;

/// Returns with mean 0 and standard deviation 1 over all worlds and steps: `(G - mean) / (std + 1e-8)`, with the
/// sample standard deviation (n - 1).
///
/// # Shapes
/// - `returns`, output: `[num_steps, num_envs]`
pub fn normalize_returns(returns: Tensor<2>) -> Tensor<2> {
    let shape = returns.dims();
    let flat: Tensor<1> = returns.reshape([shape[0] * shape[1]]);
    standardise(flat).reshape(shape)
}

/// Values with mean 0 and standard deviation 1, with the sample standard deviation (n - 1).
///
/// # Shapes
/// - `values`, output: `[n]`, n at least 2
pub fn standardise(values: Tensor<1>) -> Tensor<1> {
    let (variance, mean) = values.clone().var_mean(0);
    (values - mean) / (variance.sqrt() + EPSILON)
}

/// How much better each sample did than the mean of all worlds at the same step: `G[t, i] - mean_i G[t, i]`.
///
/// # Shapes
/// - `returns`, output: `[num_steps, num_envs]`
pub fn advantages(returns: Tensor<2>) -> Tensor<2> {
    let baseline = returns.clone().mean_dim(1);
    returns - baseline
}

/// How much likelier an action has become since it was taken: `exp(log_prob - old_log_prob)`, clamped to
/// `1 ± clip_coef` where that is given. No gradient flows: a clamped sample still pushes, with the clamped weight, which
/// is why this is not PPO's clip.
///
/// # Shapes
/// - `log_prob`, `old_log_prob`, output: `[batch]`
pub fn importance_weights(
    log_prob: Tensor<1>,
    old_log_prob: Tensor<1>,
    clip_coef: Option<f64>,
) -> Tensor<1> {
    let weights = (log_prob - old_log_prob).exp().detach();
    match clip_coef {
        Some(clip_coef) => weights.clamp(1.0 - clip_coef, 1.0 + clip_coef),
        None => weights,
    }
}

/// The policy loss: `-mean(weight * log_prob * advantage)`. Gradient flows to `log_prob` alone.
///
/// # Shapes
/// - `log_prob`, `advantages`, `weights`: `[batch]`
/// - output: `[1]`
///
/// # Source
/// Williams, "Simple statistical gradient-following algorithms for connectionist reinforcement learning" (1992);
/// Sutton et al., "Policy Gradient Methods for Reinforcement Learning with Function Approximation" (2000).
pub fn policy_loss(log_prob: Tensor<1>, advantages: Tensor<1>, weights: Tensor<1>) -> Tensor<1> {
    (weights.detach() * log_prob * advantages.detach())
        .mean()
        .neg()
}
