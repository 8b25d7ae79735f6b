//! The diagonal Gaussian distribution over continuous actions of many samples at once.

use std::f64::consts::TAU;

use burn::tensor::Tensor;

/// Returns the log-probability of each action, summed over its numbers. Gradient flows to `means`
/// and `log_stds`.
///
/// # Shapes
/// - `means`, `actions`: `[batch, num_controls]`
/// - `log_stds`: `[num_controls]`
/// - output: `[batch]`
pub fn log_prob(means: Tensor<2>, log_stds: Tensor<1>, actions: Tensor<2>) -> Tensor<1> {
    let log_stds = log_stds.unsqueeze_dim::<2>(0);
    let away = (actions - means) / log_stds.clone().exp();
    let each = away.powi_scalar(2) * -0.5 - log_stds - 0.5 * TAU.ln();
    each.sum_dim(1).squeeze_dim(1)
}

/// Returns the entropy in nats, `Σ (ln σ + ½ + ½ ln 2π)`: `[1]`. Gradient flows to `log_stds`.
///
/// # Shapes
/// - `log_stds`: `[num_controls]`
pub fn entropy(log_stds: Tensor<1>) -> Tensor<1> {
    (log_stds + (0.5 + 0.5 * TAU.ln())).sum()
}
