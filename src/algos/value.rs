//! The critic: what it is fitted to, and the advantage that it gives.

use burn::tensor::Tensor;

use super::same_rows;

/// The critic's mean squared error: `mean((V - R)²)`, without a half and without clipping.
///
/// Gradient flows to `values`.
///
/// # Shapes
/// - `values`, `returns`: `[batch]`
/// - output: `[1]`
///
/// # Panics
/// When `values` and `returns` differ in length.
///
/// # Source
/// Sutton and Barto, "Reinforcement Learning" (2018), equation 9.1. With `vf_coef` 0.25 it equals CleanRL's
/// `0.5 * 0.5 * mean((V - R)²)`. The metric of this name is this times `vf_coef`: see `protocol/metrics.rs`.
pub fn value_loss(values: Tensor<1>, returns: Tensor<1>) -> Tensor<1> {
    same_rows(&[("values", &values), ("returns", &returns)]);
    let error = values - returns.detach();
    (error.clone() * error).mean()
}

/// `R - V`: how much better it went than the critic expected.
///
/// Gradient flows to `values`. A policy's loss must therefore be given `advantage(..).detach()`: otherwise it moves
/// the critic too, towards `R + |log_prob| / 2` (VPG) or `R - ratio / 2` (PPO). The homework leaves that out.
///
/// # Shapes
/// - `returns`, `values`, output: `[batch]`
///
/// # Panics
/// When `returns` and `values` differ in length.
pub fn advantage(returns: Tensor<1>, values: Tensor<1>) -> Tensor<1> {
    same_rows(&[("returns", &returns), ("values", &values)]);
    returns.detach() - values
}
