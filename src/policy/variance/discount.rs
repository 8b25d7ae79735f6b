//! What a discount does to the policy gradient: the gradients of two objectives, and the direction
//! in common use, which is that of neither.
//!
//! # Source
//! Sutton and Barto, "Reinforcement Learning" (2018), section 13.3; Nota and Thomas, "Is the Policy
//! Gradient a Gradient?" (2020).

use super::corridor::Corridor;

/// Distance in a parameter over which slopes are taken, to either side.
const APART: f64 = 1e-4;

/// Directions in which to move the two parameters of the corridor's policy. Each is the expectation
/// of `sum_t w_t G_t grad log pi(a_t|s_t)`, with `G_t = sum_(i >= t) gamma^(i - t) r_i`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiscountedDirections {
    /// The gradient of `J_gamma = E[sum_t gamma^t r_t]`, where `w_t = gamma^t`.
    pub discounted: [f64; 2],
    /// What most implementations follow, where `w_t = 1`.
    pub usual: [f64; 2],
    /// The gradient of `J = E[sum_t r_t]`, where `w_t = 1` and nothing is discounted.
    pub undiscounted: [f64; 2],
    /// How fast the second part of the usual direction changes with the first parameter, and its
    /// first part with the second parameter. Those of a gradient are equal, since both are the same
    /// second derivative.
    pub slopes: [f64; 2],
}

impl DiscountedDirections {
    /// Computes the directions for a policy with these parameters, over all episodes.
    pub fn new(theta: [f64; 2], gamma: f64) -> Self {
        let corridor = Corridor::new(theta);
        let usual = |theta: [f64; 2]| direction(&Corridor::new(theta), gamma, 1.0);
        let slope = |of: usize, by: usize| {
            let at = |distance: f64| {
                let mut moved = theta;
                moved[by] += distance;
                usual(moved)[of]
            };
            (at(APART) - at(-APART)) / (2.0 * APART)
        };
        Self {
            discounted: direction(&corridor, gamma, gamma),
            usual: direction(&corridor, gamma, 1.0),
            undiscounted: corridor.gradient(),
            slopes: [slope(1, 0), slope(0, 1)],
        }
    }
}

/// Returns the expectation of `sum_t weight^t G_t grad log pi(a_t|s_t)`.
fn direction(corridor: &Corridor, gamma: f64, weight: f64) -> [f64; 2] {
    let mut sum = [0.0; 2];
    for episode in corridor.episodes() {
        let mut to_go = 0.0;
        for (t, step) in episode.steps.iter().enumerate().rev() {
            to_go = step.reward + gamma * to_go;
            let part = episode.probability * weight.powi(t as i32) * to_go;
            let score = corridor.score(step);
            sum = [sum[0] + part * score[0], sum[1] + part * score[1]];
        }
    }
    sum
}
