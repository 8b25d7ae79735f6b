//! Clipping by global norm and Adam's step, for all parameters at once.

use burn::tensor::Tensor;

/// Adam's running averages over a flat parameter vector.
///
/// # Source
/// Kingma and Ba, "Adam: A Method for Stochastic Optimization" (2015), algorithm 1. Epsilon is added outside the
/// root, after bias correction, as PyTorch does; 1e-5 is detail 3 of "The 37 Implementation Details of PPO".
#[derive(Clone, Debug)]
pub struct Adam {
    /// Running mean of the gradient: `[num_parameters]`.
    pub first_moment: Tensor<1>,
    /// Running mean of its square: `[num_parameters]`.
    pub second_moment: Tensor<1>,
    /// Steps taken.
    pub steps: i32,
    settings: AdamSettings,
}

/// What does not change over a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamSettings {
    /// Added to the root.
    pub epsilon: f64,
    /// AdamW's decay: each step first shrinks every parameter by `learning_rate * weight_decay`; 0 is Adam.
    ///
    /// Loshchilov and Hutter, "Decoupled Weight Decay Regularization" (2019), algorithm 2.
    pub weight_decay: f64,
}

/// Decay of the mean gradient.
const BETA_1: f64 = 0.9;
/// Decay of the mean squared gradient.
const BETA_2: f64 = 0.999;

impl Adam {
    /// Averages that start at zero, for parameters like `like`.
    pub fn new(like: &Tensor<1>, settings: AdamSettings) -> Self {
        Self {
            first_moment: like.zeros_like(),
            second_moment: like.zeros_like(),
            steps: 0,
            settings,
        }
    }

    /// One descending step: `p -= lr * decay * p`, then `p -= lr * m̂ / (√v̂ + ε)`.
    pub fn step(
        &mut self,
        parameters: Tensor<1>,
        gradient: Tensor<1>,
        learning_rate: f64,
    ) -> Tensor<1> {
        self.steps += 1;
        let mean =
            |average: Tensor<1>, new: Tensor<1>, beta: f64| average * beta + new * (1.0 - beta);
        self.first_moment = mean(self.first_moment.clone(), gradient.clone(), BETA_1);
        self.second_moment = mean(
            self.second_moment.clone(),
            gradient.clone() * gradient,
            BETA_2,
        );
        let first = self.first_moment.clone() / (1.0 - BETA_1.powi(self.steps));
        let second = self.second_moment.clone() / (1.0 - BETA_2.powi(self.steps));
        let AdamSettings {
            epsilon,
            weight_decay,
        } = self.settings;
        let kept = if weight_decay > 0.0 {
            parameters * (1.0 - learning_rate * weight_decay)
        } else {
            parameters
        };
        kept - first / (second.sqrt() + epsilon) * learning_rate
    }
}

/// Scales `gradient` to a norm of at most `max_norm`, and gives the norm it had: `g * min(1, max / (‖g‖ + 1e-6))`.
///
/// # Shapes
/// - `gradient`: `[num_parameters]`
/// - output: `[num_parameters]`, `[1]`
pub fn clip_by_global_norm(gradient: Tensor<1>, max_norm: Option<f64>) -> (Tensor<1>, Tensor<1>) {
    let norm = (gradient.clone() * gradient.clone()).sum().sqrt();
    let clipped = match max_norm {
        Some(max_norm) => {
            let scale = ((norm.clone() + 1e-6).recip() * max_norm).clamp_max(1.0);
            gradient * scale
        }
        None => gradient,
    };
    (clipped, norm)
}
