//! SpinCart: a cart with a reward for spinning its pole. Only leaving the track ends an episode.

use super::spec::{Cart, CartReward, Dynamics, EnvSpec};

/// The environment.
pub const SPEC: EnvSpec = EnvSpec {
    key: "spincart",
    label: "SpinCart: spin the pole fast",
    dynamics: Dynamics::Cart(Cart {
        can_fall: false,
        reward: CartReward::Shaped(reward),
    }),
};

/// SpinCart with the course's mistake in the penalty, which can make ending the episode early
/// worthwhile.
pub const COURSE_SPEC: EnvSpec = EnvSpec {
    key: "spincart-course",
    label: "SpinCart as in the course (min for max)",
    dynamics: Dynamics::Cart(Cart {
        can_fall: false,
        reward: CartReward::Shaped(course_reward),
    }),
};

/// Returns `min(0.1 |ω|, 1) - 0.5 min(|x / 2.5| + |v / 10|, 1)`: 1 for fast spinning in the middle.
pub fn reward(x: f32, v: f32, _: f32, omega: f32) -> f32 {
    spin(omega, off_centre(x, v).min(1.0))
}

/// Returns the reward with the course's `max` in place of `min` in the penalty, which is then at
/// least one half wherever the cart is: a step below ω = 5 rad/s has a negative reward, so it is
/// better to end the episode.
pub fn course_reward(x: f32, v: f32, _: f32, omega: f32) -> f32 {
    spin(omega, off_centre(x, v).max(1.0))
}

fn spin(omega: f32, penalty: f32) -> f32 {
    (0.1 * omega.abs()).min(1.0) - 0.5 * penalty
}

fn off_centre(x: f32, v: f32) -> f32 {
    (x / 2.5).abs() + (v / 10.0).abs()
}
