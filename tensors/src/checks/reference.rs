//! The formulas of the engine in double precision, written as plainly as possible, for checks to
//! compare with. They repeat the engine's code on purpose and call none of it.

use policy_lab::config::Activation;

/// Returns `log softmax` of each row.
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

/// Returns the log-probability of the action taken in each row.
pub fn log_prob(logits: &[f32], num_actions: usize, actions: &[u32]) -> Vec<f64> {
    log_softmax(logits, num_actions)
        .chunks(num_actions)
        .zip(actions)
        .map(|(row, action)| row[*action as usize])
        .collect()
}

/// Returns the entropy `-Σ p log p` of each row.
pub fn entropy(logits: &[f32], num_actions: usize) -> Vec<f64> {
    log_softmax(logits, num_actions)
        .chunks(num_actions)
        .map(|row| -row.iter().map(|log_p| log_p.exp() * log_p).sum::<f64>())
        .collect()
}

/// Returns the log-probability of a continuous action: the sum over its numbers of
/// `ln (e^(-(a - μ)² / 2σ²) / (σ √(2π)))`.
pub fn log_density(means: &[f32], log_stds: &[f32], action: &[f32]) -> f64 {
    let each = wide(means)
        .into_iter()
        .zip(wide(log_stds))
        .zip(wide(action));
    each.map(|((mean, log_std), number)| {
        let variance = (2.0 * log_std).exp();
        let scale = (std::f64::consts::TAU * variance).sqrt();
        -(number - mean).powi(2) / (2.0 * variance) - scale.ln()
    })
    .sum()
}

/// Returns the mean.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Returns the sample standard deviation, with `n - 1`.
pub fn std(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (values.len() - 1) as f64).sqrt()
}

/// Returns `(x - mean) / (std + 1e-8)`.
pub fn standardise(values: &[f64]) -> Vec<f64> {
    let (mean, std) = (mean(values), std(values));
    values
        .iter()
        .map(|value| (value - mean) / (std + 1e-8))
        .collect()
}

/// Returns the discounted returns, for each step the sum of `gamma^k * r[t + k]` until the
/// episode's end.
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

/// Converts to double precision.
pub fn wide(values: &[f32]) -> Vec<f64> {
    values.iter().map(|value| f64::from(*value)).collect()
}

/// A network, computed layer by layer and unit by unit.
pub struct Network<'a> {
    /// Widths from input to output.
    pub sizes: &'a [usize],
    /// Activation of the hidden layers.
    pub activation: Activation,
    /// For each layer the weights `[inputs, outputs]`, then the biases.
    pub parameters: &'a [f32],
}

impl Network<'_> {
    /// Returns the units of each layer for one row, the row itself first.
    fn units(&self, row: &[f64]) -> Vec<Vec<f64>> {
        let mut units = vec![row.to_vec()];
        let mut start = 0;
        for (index, pair) in self.sizes.windows(2).enumerate() {
            let below = &units[index];
            let is_last = index + 2 == self.sizes.len();
            let next = (0..pair[1])
                .map(|unit| {
                    let bias = self.parameters[start + pair[0] * pair[1] + unit];
                    let sum = below
                        .iter()
                        .enumerate()
                        .fold(f64::from(bias), |sum, (i, x)| {
                            sum + x * f64::from(self.parameters[start + i * pair[1] + unit])
                        });
                    match (is_last, self.activation) {
                        (true, _) => sum,
                        (false, Activation::Relu) => sum.max(0.0),
                        (false, Activation::Tanh) => sum.tanh(),
                    }
                })
                .collect();
            units.push(next);
            start += (pair[0] + 1) * pair[1];
        }
        units
    }

    /// Returns the outputs of every row.
    pub fn outputs(&self, rows: &[f32]) -> Vec<f64> {
        wide(rows)
            .chunks(self.sizes[0])
            .flat_map(|row| self.units(row).pop().unwrap_or_default())
            .collect()
    }

    /// Returns the gradient of all parameters, given the gradient of the outputs, by the chain
    /// rule.
    pub fn gradient(&self, rows: &[f32], output_grad: &[f32]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.parameters.len()];
        let outputs = self.sizes[self.sizes.len() - 1];
        let rows = wide(rows);
        let grads = wide(output_grad);
        for (row, grad) in rows.chunks(self.sizes[0]).zip(grads.chunks(outputs)) {
            let units = self.units(row);
            let mut delta = grad.to_vec();
            let mut end = self.parameters.len();
            for layer in (0..self.sizes.len() - 1).rev() {
                let (inputs, width) = (self.sizes[layer], self.sizes[layer + 1]);
                let start = end - (inputs + 1) * width;
                let mut below = vec![0.0; inputs];
                for (unit, delta) in delta.iter().enumerate() {
                    gradient[start + inputs * width + unit] += delta;
                    for (input, x) in units[layer].iter().enumerate() {
                        let at = start + input * width + unit;
                        gradient[at] += x * delta;
                        below[input] += f64::from(self.parameters[at]) * delta;
                    }
                }
                for (below, y) in below.iter_mut().zip(&units[layer]) {
                    *below *= match self.activation {
                        Activation::Relu => f64::from(u8::from(*y > 0.0)),
                        Activation::Tanh => 1.0 - y * y,
                    };
                }
                delta = below;
                end = start;
            }
        }
        gradient
    }
}
