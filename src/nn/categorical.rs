//! The categorical distribution over actions, given by logits.

/// Turns the logits of one sample into log-probabilities: `z_k - max - ln Σ exp(z - max)`.
pub fn log_softmax_row(logits: &mut [f32]) {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let total: f32 = logits.iter().map(|logit| (logit - largest).exp()).sum();
    let shift = largest + total.ln();
    for logit in logits {
        *logit -= shift;
    }
}

/// Returns the entropy of one sample in nats, given its log-probabilities.
pub fn entropy_row(log_probs: &[f32]) -> f32 {
    -log_probs
        .iter()
        .map(|log_prob| log_prob.exp() * log_prob)
        .sum::<f32>()
}

/// Writes the derivatives with respect to the logits of a loss of one sample, given its derivatives
/// with respect to the log-probability of the action taken and to the entropy `H`.
///
/// With `p = softmax(z)`, `d ln p_a / dz_k = [k = a] - p_k`, and from `H = -Σ p ln p` and
/// `dp_i / dz_k = p_i ([i = k] - p_k)` follows `dH / dz_k = -p_k (ln p_k + H)`.
pub fn logit_slopes(
    log_probs: &[f32],
    action: usize,
    (by_log_prob, by_entropy): (f32, f32),
    entropy: f32,
    slopes: &mut [f32],
) {
    for (k, (slope, log_prob)) in slopes.iter_mut().zip(log_probs).enumerate() {
        let probability = log_prob.exp();
        let taken = if k == action { 1.0 } else { 0.0 };
        *slope =
            by_log_prob * (taken - probability) - by_entropy * probability * (log_prob + entropy);
    }
}
