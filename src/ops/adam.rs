//! Clipping by global norm and Adam's step, for all parameters at once.

/// Adam's running averages over a flat parameter vector.
///
/// # Source
/// Kingma and Ba, "Adam: A Method for Stochastic Optimization" (2015), algorithm 1. Epsilon is
/// added outside the root, after bias correction, as PyTorch does; 1e-5 is detail 3 of "The 37
/// Implementation Details of PPO".
#[derive(Clone, Debug)]
pub struct Adam {
    /// Running mean of the gradient: `[num_parameters]`.
    pub first_moment: Vec<f32>,
    /// Running mean of its square: `[num_parameters]`.
    pub second_moment: Vec<f32>,
    /// The steps that were taken.
    pub clock: AdamClock,
}

/// The steps of a run's optimiser, and its settings.
#[derive(Clone, Copy, Debug)]
pub struct AdamClock {
    /// Steps taken.
    pub steps: i32,
    settings: AdamSettings,
}

/// The settings of a run's optimiser.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamSettings {
    /// Added to the root of the second moment.
    pub epsilon: f64,
    /// AdamW's decay: each step first shrinks every parameter by `learning_rate * weight_decay`; 0
    /// is Adam.
    ///
    /// Loshchilov and Hutter, "Decoupled Weight Decay Regularization" (2019), algorithm 2.
    pub weight_decay: f64,
}

impl Default for AdamSettings {
    /// PyTorch's `torch.optim.Adam`.
    fn default() -> Self {
        Self {
            epsilon: 1e-8,
            weight_decay: 0.0,
        }
    }
}

/// Decay of the mean gradient.
const BETA_1: f64 = 0.9;
/// Decay of the mean squared gradient.
const BETA_2: f64 = 0.999;
/// Keeps the clip from dividing by zero, as in PyTorch.
pub const NORM_EPSILON: f32 = 1e-6;
/// The largest norm of a gradient for a device, where there is no limit. Its ratio to the smallest
/// norm is still a finite number: WGSL lets a compiler assume that none is infinite.
pub const NO_LIMIT: f32 = 1e30;

/// The constants of one step, computed in double precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamStep {
    /// Decay of the first moment.
    pub beta_1: f32,
    /// Decay of the second moment.
    pub beta_2: f32,
    /// Factor for the parameter before the step: `1 - learning_rate * weight_decay`.
    pub kept: f32,
    /// `learning_rate / (1 - beta_1^steps)`.
    pub rate: f32,
    /// `1 / (1 - beta_2^steps)`.
    pub second_scale: f32,
    /// Added to the root of the second moment.
    pub epsilon: f32,
}

impl Adam {
    /// Returns averages of zero.
    pub fn new(num_parameters: usize, settings: AdamSettings) -> Self {
        Self {
            first_moment: vec![0.0; num_parameters],
            second_moment: vec![0.0; num_parameters],
            clock: AdamClock::new(settings),
        }
    }

    /// Takes one gradient step in place: `p -= lr * decay * p`, then `p -= lr * m̂ / (√v̂ + ε)`.
    ///
    /// # Shapes
    /// - `parameters`, `gradient`: `[num_parameters]`
    pub fn step(&mut self, parameters: &mut [f32], gradient: &[f32], learning_rate: f64) {
        let step = self.clock.advance(learning_rate);
        let moments = (&mut self.first_moment[..], &mut self.second_moment[..]);
        descend(parameters, gradient, moments, step);
    }
}

impl AdamClock {
    /// Returns the clock of an optimiser that has not taken a step.
    pub fn new(settings: AdamSettings) -> Self {
        Self { steps: 0, settings }
    }

    /// Counts one more step, and returns its constants.
    pub fn advance(&mut self, learning_rate: f64) -> AdamStep {
        // After so many steps the corrections are 1, however many more there are.
        self.steps = self.steps.saturating_add(1);
        AdamStep {
            beta_1: BETA_1 as f32,
            beta_2: BETA_2 as f32,
            kept: (1.0 - learning_rate * self.settings.weight_decay) as f32,
            rate: (learning_rate / (1.0 - BETA_1.powi(self.steps))) as f32,
            second_scale: (1.0 / (1.0 - BETA_2.powi(self.steps))) as f32,
            epsilon: self.settings.epsilon as f32,
        }
    }
}

/// Scales a gradient in place to a norm of at most `max_norm`: `g * min(1, max / (‖g‖ + 1e-6))`.
/// Returns it with the norm it had.
pub fn clip(mut gradient: Vec<f32>, max_norm: Option<f64>) -> (Vec<f32>, f32) {
    let norm = norm(&gradient);
    if let Some(max_norm) = max_norm {
        let scale = (max_norm as f32 / (norm + NORM_EPSILON)).min(1.0);
        for gradient in &mut gradient {
            *gradient *= scale;
        }
    }
    (gradient, norm)
}

/// Returns the root of the sum of squares. Single precision loses digits over 10,000 of them. Four
/// sums side by side need not wait for each other.
fn norm(gradient: &[f32]) -> f32 {
    let (fours, rest) = gradient.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for four in fours {
        for (sum, entry) in sums.iter_mut().zip(four) {
            *sum += f64::from(*entry) * f64::from(*entry);
        }
    }
    let last: f64 = rest.iter().map(|g| f64::from(*g) * f64::from(*g)).sum();
    (sums.iter().sum::<f64>() + last).sqrt() as f32
}

/// Returns 0 for a number so small that it has fewer digits than others. The moments of a unit
/// without gradient would end in such numbers and stay there, rounded up in every step, and some
/// processors take a hundred times as long for them.
fn normal(number: f32) -> f32 {
    if number.abs() < f32::MIN_POSITIVE {
        0.0
    } else {
        number
    }
}

/// Takes one gradient step in place: `p -= lr * decay * p`, then `p -= lr * m̂ / (√v̂ + ε)`.
pub fn descend(
    parameters: &mut [f32],
    gradient: &[f32],
    (first, second): (&mut [f32], &mut [f32]),
    step: AdamStep,
) {
    let moments = first.iter_mut().zip(second);
    for ((parameter, gradient), (first, second)) in parameters.iter_mut().zip(gradient).zip(moments)
    {
        *first = normal(step.beta_1 * *first + (1.0 - step.beta_1) * gradient);
        *second = normal(step.beta_2 * *second + (1.0 - step.beta_2) * gradient * gradient);
        let root = (*second * step.second_scale).sqrt() + step.epsilon;
        *parameter = step.kept * *parameter - step.rate * *first / root;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes steps with a gradient, which is given the number of the step. Returns the parameter
    /// and its moments.
    fn after(steps: usize, gradient: impl Fn(usize) -> f32) -> [f32; 3] {
        let mut clock = AdamClock::new(AdamSettings::default());
        let (mut parameter, mut first, mut second) = ([0.5], [0.0], [0.0]);
        for step in 0..steps {
            let constants = clock.advance(1e-3);
            let moments = (&mut first[..], &mut second[..]);
            descend(&mut parameter, &[gradient(step)], moments, constants);
        }
        [parameter[0], first[0], second[0]]
    }

    /// Without the flush `0.9 m` ends at four times the smallest number, and `0.999 v` at 500
    /// times.
    #[test]
    fn the_moments_of_a_dead_unit_end_at_zero() {
        let dead = |step| if step < 100 { 0.3 } else { 0.0 };
        let [parameter, first, second] = after(90_000, dead);
        assert_eq!((first, second), (0.0, 0.0));
        assert!(parameter.is_normal());
        // They are gone before they have fewer digits, and not before.
        assert_ne!(after(900, dead)[1], 0.0);
        assert_eq!(after(1_000, dead)[1], 0.0);
    }

    #[test]
    fn without_a_limit_no_gradient_is_scaled_and_no_ratio_is_infinite() {
        for norm in [0.0, f32::MIN_POSITIVE, 1e-6, 1.0, 1e10, f32::MAX.sqrt()] {
            let ratio = NO_LIMIT / (norm + NORM_EPSILON);
            assert!(ratio.is_finite() && ratio >= 1.0, "{norm}: {ratio}");
        }
    }

    #[test]
    fn a_clock_that_is_full_goes_on_as_if_it_counted() {
        let mut clock = AdamClock::new(AdamSettings::default());
        clock.steps = i32::MAX;
        let step = clock.advance(1e-3);
        assert_eq!((step.rate, step.second_scale), (1e-3, 1.0));
    }
}
