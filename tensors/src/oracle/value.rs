//! The critic: its loss, and the advantage computed from its values.

use burn::tensor::Tensor;

use super::same_rows;

/// Returns the critic's mean squared error: `mean((V - R)²)`, without a factor of one half and
/// without clipping.
///
/// Gradient flows to `values`.
///
/// # Shapes
/// - `values`, `returns`: `[batch]`
/// - output: `[1]`
///
/// # Panics
/// If `values` and `returns` differ in length.
///
/// # Source
/// Sutton and Barto, "Reinforcement Learning" (2018), equation 9.1. With `vf_coef` 0.25 it equals
/// CleanRL's `0.5 * 0.5 * mean((V - R)²)`. The metric `value_loss` is this loss times `vf_coef`:
/// see `protocol/metrics.rs`.
pub fn value_loss(values: Tensor<1>, returns: Tensor<1>) -> Tensor<1> {
    same_rows(&[("values", &values), ("returns", &returns)]);
    let error = values - returns.detach();
    (error.clone() * error).mean()
}

/// Returns `R - V`: how much larger the return is than the critic expected.
///
/// Gradient flows to `values`. Detach the advantage before it enters a policy's loss: otherwise
/// that loss moves the critic too, towards `R + |log_prob| / 2` (VPG) or `R - ratio / 2` (PPO). The
/// homework does not detach it.
///
/// # Shapes
/// - `returns`, `values`, output: `[batch]`
///
/// # Panics
/// If `returns` and `values` differ in length.
pub fn advantage(returns: Tensor<1>, values: Tensor<1>) -> Tensor<1> {
    same_rows(&[("returns", &returns), ("values", &values)]);
    returns.detach() - values
}
