//! The distribution over actions of many samples at once.

use burn::tensor::{Int, Tensor, activation};

/// Returns the log-probability of each action: `log softmax(logits)[action]`. Gradient flows to
/// `logits`.
///
/// # Shapes
/// - `logits`: `[batch, num_actions]`
/// - `actions`: `[batch]`
/// - output: `[batch]`
pub fn log_prob(logits: Tensor<2>, actions: Tensor<1, Int>) -> Tensor<1> {
    activation::log_softmax(logits, 1)
        .gather(1, actions.unsqueeze_dim(1))
        .squeeze_dim(1)
}

/// Returns the entropy in nats: `-Σ p log p`. Gradient flows to `logits`.
///
/// # Shapes
/// - `logits`: `[batch, num_actions]`
/// - output: `[batch]`
pub fn entropy(logits: Tensor<2>) -> Tensor<1> {
    let log_probs = activation::log_softmax(logits, 1);
    (log_probs.clone().exp() * log_probs)
        .sum_dim(1)
        .squeeze_dim(1)
        .neg()
}
