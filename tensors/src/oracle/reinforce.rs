//! REINFORCE: the plain policy gradient, and the first of these algorithms. It makes each action
//! likelier in proportion to the return that followed.

use burn::tensor::Tensor;

use super::same_rows;

/// Returns the policy loss: `-mean(log_prob * G)`. Its gradient estimates the policy gradient with
/// a minus sign, because losses are minimised; a discount below 1 in `G` biases it.
///
/// Gradient flows to `log_prob`.
///
/// # Shapes
/// - `log_prob`, `returns`: `[batch]`
/// - output: `[1]`
///
/// # Panics
/// When `log_prob` and `returns` differ in length.
///
/// # Source
/// Williams, "Simple statistical gradient-following algorithms for connectionist reinforcement
/// learning" (1992).
pub fn policy_loss(log_prob: Tensor<1>, returns: Tensor<1>) -> Tensor<1> {
    same_rows(&[("log_prob", &log_prob), ("returns", &returns)]);
    (log_prob * returns.detach()).mean().neg()
}
