//! EasyCart: CartPole with a reward for an upright pole in the middle of the track.

use super::cartpole::X_LIMIT;
use super::spec::{Cart, CartReward, Dynamics, EnvSpec};

/// The angle by which the course divides; the pole counts as fallen a little earlier, at 0.20944.
pub const EASY_THETA_RAD: f32 = 0.2095;

/// The environment.
pub const SPEC: EnvSpec = EnvSpec {
    key: "easycart",
    label: "EasyCart: upright and in the middle",
    dynamics: Dynamics::Cart(Cart {
        can_fall: true,
        reward: CartReward::Shaped(reward),
    }),
};

/// Returns `((1 - |θ / 0.2095|) + (1 - |x / 2.4|)) / 2`: 1 upright in the middle, a little below 0
/// at worst.
pub fn reward(x: f32, _: f32, theta: f32, _: f32) -> f32 {
    ((1.0 - (theta / EASY_THETA_RAD).abs()) + (1.0 - (x / X_LIMIT).abs())) / 2.0
}
