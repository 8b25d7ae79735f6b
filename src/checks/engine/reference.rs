//! The same formulas again, on the host, in double precision and written as plainly as can be: what checks compare
//! with.

/// `log softmax` of each row.
pub fn log_softmax(logits: &[f32], num_actions: usize) -> Vec<f64> {
    logits
        .chunks(num_actions)
        .flat_map(|row| {
            let total: f64 = row.iter().map(|logit| f64::from(*logit).exp()).sum();
            row.iter()
                .map(move |logit| f64::from(*logit) - total.ln())
                .collect::<Vec<_>>()
        })
        .collect()
}

/// The log-probability of the action taken in each row.
pub fn log_prob(logits: &[f32], num_actions: usize, actions: &[u32]) -> Vec<f64> {
    log_softmax(logits, num_actions)
        .chunks(num_actions)
        .zip(actions)
        .map(|(row, action)| row[*action as usize])
        .collect()
}

/// `-Σ p log p` of each row.
pub fn entropy(logits: &[f32], num_actions: usize) -> Vec<f64> {
    log_softmax(logits, num_actions)
        .chunks(num_actions)
        .map(|row| -row.iter().map(|log_p| log_p.exp() * log_p).sum::<f64>())
        .collect()
}

/// The mean.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The sample standard deviation (n - 1).
pub fn std(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (values.len() - 1) as f64).sqrt()
}

/// `(x - mean) / (std + 1e-8)`.
pub fn standardise(values: &[f64]) -> Vec<f64> {
    let (mean, std) = (mean(values), std(values));
    values
        .iter()
        .map(|value| (value - mean) / (std + 1e-8))
        .collect()
}

/// `G[t] = r[t] + gamma * G[t + 1]` until the episode's end, each step on its own.
pub fn returns(rewards: &[f32], ended: &[bool], num_envs: usize, gamma: f64) -> Vec<f64> {
    (0..rewards.len())
        .map(|sample| {
            let (mut total, mut weight) = (0.0, 1.0);
            for later in (sample..rewards.len()).step_by(num_envs) {
                total += weight * f64::from(rewards[later]);
                weight *= gamma;
                if ended[later] {
                    break;
                }
            }
            total
        })
        .collect()
}

/// In double precision.
pub fn wide(values: &[f32]) -> Vec<f64> {
    values.iter().map(|value| f64::from(*value)).collect()
}
