//! REINFORCE: the plain policy gradient. Nothing comes before it: make each action likelier in proportion to the return
//! that followed.

use burn::tensor::Tensor;

/// The policy loss: `-mean(log_prob * G)`. Its gradient is the policy gradient, turned round to be descended.
///
/// Gradient flows to `log_prob`.
///
/// # Shapes
/// - `log_prob`, `returns`: `[batch]`
/// - output: `[1]`
///
/// # Source
/// Williams, "Simple statistical gradient-following algorithms for connectionist reinforcement learning" (1992).
pub fn policy_loss(log_prob: Tensor<1>, returns: Tensor<1>) -> Tensor<1> {
    (log_prob * returns.detach()).mean().neg()
}
