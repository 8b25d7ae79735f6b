//! Rewards that shape what a cart learns: functions of the state that a step led to.

use super::cartpole::{State, X_LIMIT};

/// The angle by which the course divides; the pole falls a little earlier, at 0.20944.
pub const EASY_THETA_RAD: f32 = 0.2095;

/// Upright in the middle: `((1 - |θ / 0.2095|) + (1 - |x / 2.4|)) / 2`, 1 at best and a little below 0 at worst.
pub fn easy_cart([x, _, theta, _]: State) -> f32 {
    ((1.0 - (theta / EASY_THETA_RAD).abs()) + (1.0 - (x / X_LIMIT).abs())) / 2.0
}

/// Fast spinning near the middle: `min(0.1 |ω|, 1) - 0.5 min(|x / 2.5| + |v / 10|, 1)`.
pub fn spin_cart(state: State) -> f32 {
    spin([state[3], off_centre(state).min(1.0)])
}

/// The same with the course's `max` for `min` in the penalty, which is then at least one half wherever the cart is: a
/// step below ω = 5 rad/s costs more than dying does.
pub fn spin_cart_as_in_the_course(state: State) -> f32 {
    spin([state[3], off_centre(state).max(1.0)])
}

fn spin([omega, penalty]: [f32; 2]) -> f32 {
    (0.1 * omega.abs()).min(1.0) - 0.5 * penalty
}

fn off_centre([x, v, _, _]: State) -> f32 {
    (x / 2.5).abs() + (v / 10.0).abs()
}
