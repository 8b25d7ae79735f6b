//! Two changes to the critic's loss that other implementations have: Huber's loss, and PPO's clip
//! for values.

use burn::tensor::Tensor;

use super::same_rows;

/// Returns each sample's loss: `e²` up to an error of `delta`, and from there on a line with the
/// slope that the parabola has there, `delta (2 |e| - delta)`. Without `delta` every error is
/// squared.
///
/// Gradient flows to `errors`.
///
/// # Shapes
/// - `errors`, output: `[batch]`
///
/// # Source
/// Huber, "Robust Estimation of a Location Parameter" (1964), and DQN, whose errors are clipped so.
/// It is twice PyTorch's `huber_loss`, which halves the square.
pub fn huber(errors: Tensor<1>, delta: Option<f64>) -> Tensor<1> {
    let square = errors.clone() * errors.clone();
    match delta {
        None => square,
        Some(delta) => {
            let size = errors.abs();
            let is_small = size.clone().lower_equal_elem(delta);
            let line = (size * 2.0 - delta) * delta;
            line.mask_where(is_small, square)
        }
    }
}

/// Returns PPO's clipped loss of the critic: `mean(max(h(V - R), h(W + clip(V - W, -c, c) - R)))`,
/// where `W` is the value of the rollout, `c` is `clip_coef` and `h` is [`huber`]. A value that has
/// moved further than `c` towards its return is not pulled on any more.
///
/// Gradient flows to `values`.
///
/// # Shapes
/// - `values`, `old_values`, `returns`: `[batch]`
/// - output: `[1]`
///
/// # Panics
/// If the columns differ in length.
///
/// # Source
/// Detail 9 of "The 37 Implementation Details of PPO" (Huang et al., 2022); `clip_vloss` of
/// CleanRL's `ppo.py`. The authors of "What Matters In On-Policy Reinforcement Learning?"
/// (Andrychowicz et al., 2021) found that it does not help.
pub fn value_loss(
    values: Tensor<1>,
    old_values: Tensor<1>,
    returns: Tensor<1>,
    (clip_coef, delta): (f64, Option<f64>),
) -> Tensor<1> {
    same_rows(&[("values", &values), ("returns", &returns)]);
    same_rows(&[("values", &values), ("old_values", &old_values)]);
    let (old_values, returns) = (old_values.detach(), returns.detach());
    let moved = (values.clone() - old_values.clone()).clamp(-clip_coef, clip_coef);
    let held = huber(old_values + moved - returns.clone(), delta);
    let free = huber(values - returns, delta);
    // Where both are equal the gradient must be that of one of them, not of their mean.
    let is_free = free.clone().greater_equal(held.clone());
    held.mask_where(is_free, free).mean()
}
