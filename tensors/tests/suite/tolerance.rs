//! The allowed differences from recorded numbers. They are stated nowhere else.

/// An error passes up to
/// `relative * |expected| + max(absolute, of_largest * largest expected of the list)`.
#[derive(Clone, Copy, Debug)]
pub struct Tolerance {
    /// As a fraction of the number itself.
    pub relative: f64,
    /// An absolute difference, for numbers near zero.
    pub absolute: f64,
    /// As a fraction of the largest number of the list, because a sum whose terms cancel is rounded
    /// as its terms are.
    pub of_largest: f64,
}

const fn tolerance(relative: f64, absolute: f64, of_largest: f64) -> Tolerance {
    Tolerance {
        relative,
        absolute,
        of_largest,
    }
}

/// Losses and other outputs of a network in single precision, on any device (the fixtures' README).
pub const VALUES: Tolerance = tolerance(1e-4, 1e-5, 1e-6);

/// Gradients (the fixtures' README).
pub const GRADIENTS: Tolerance = tolerance(3e-4, 2e-6, 2e-6);

/// Returns and advantages, which are computed in single precision on the CPU, whichever device has
/// the networks.
pub const RECURSIONS: Tolerance = tolerance(1e-5, 2e-6, 2e-6);

/// Numbers that the course states with four digits.
pub const STATED: Tolerance = tolerance(0.0, 1e-4, 0.0);

/// One step of CartPole in single precision against double precision, from a state that was
/// rounded.
pub const ONE_STEP: Tolerance = tolerance(2e-6, 2e-6, 0.0);

/// One step of Acrobot, likewise: its four slopes are sums of terms of some hundreds.
pub const ONE_STEP_OF_ACROBOT: Tolerance = tolerance(2e-5, 2e-5, 0.0);

/// The reward of a step of classic control: Pendulum's cost doubles the rounding of an angle, which
/// there grows to 30.
pub const ONE_STEP_REWARD: Tolerance = tolerance(5e-6, 5e-6, 0.0);

/// Double precision, with another order of operations.
pub const DOUBLE: Tolerance = tolerance(1e-12, 1e-12, 0.0);

/// Counts, flags and constants.
pub const EXACT: Tolerance = tolerance(0.0, 0.0, 0.0);

/// Orthogonal weights of a gain of 1: the recorded ones are single precision's.
pub const ORTHOGONAL: Tolerance = tolerance(1e-5, 1e-5, 0.0);

/// Norms of thousands of numbers.
pub const NORMS: Tolerance = tolerance(1e-4, 1e-6, 0.0);

/// The spread of tens of thousands of random numbers, which is itself random to a third of a per
/// cent.
pub const SPREAD: Tolerance = tolerance(0.02, 0.0, 0.0);

/// Returns the tolerance of weights after a step of Adam. A first step moves each by about
/// `learning_rate`, however small the gradient, so the tolerance must be a fraction of that: with a
/// fraction of the weight itself a missing step would pass.
pub fn weights_after(learning_rate: f64) -> Tolerance {
    tolerance(1e-6, 1e-2 * learning_rate, 0.0)
}

/// Returns the tolerance of a sum of numbers whose absolute values sum to `absolutes`. Each
/// number's error is a fraction of the number, so the sum's is a fraction of `absolutes`, however
/// small the sum itself: the gradients of two logits cancel to 1e-8.
pub fn sum_of(absolutes: f64) -> Tolerance {
    tolerance(0.0, 2e-5 * absolutes, 0.0)
}

impl Tolerance {
    /// Returns the tolerance for numbers `scale` times as large.
    pub fn times(self, scale: f64) -> Self {
        Self {
            absolute: self.absolute * scale,
            ..self
        }
    }

    /// Returns the allowed difference from `expected`, one of a list whose largest number is
    /// `largest`.
    pub fn allows(self, expected: f64, largest: f64) -> f64 {
        self.relative * expected.abs() + self.absolute.max(self.of_largest * largest)
    }
}
