//! CartPole-v1: one cart, one pole, one step of explicit Euler. All carts move as this one does.
//!
//! # Source
//! Gymnasium's `CartPole-v1`; equations from Florian, "Correct equations for the dynamics of the
//! cart-pole system" (2007), frictionless, after Barto, Sutton and Anderson (1983).

use super::spec::{Cart, CartReward, Dynamics, EnvSpec};

/// The environment.
pub const SPEC: EnvSpec = EnvSpec {
    key: "cartpole",
    label: "CartPole: keep the pole up",
    dynamics: Dynamics::Cart(Cart {
        can_fall: true,
        reward: CartReward::PerStep,
    }),
};

/// Gravity, m/s².
pub const GRAVITY: f32 = 9.8;
/// Mass of the cart, kg.
pub const CART_MASS: f32 = 1.0;
/// Mass of the pole, kg.
pub const POLE_MASS: f32 = 0.1;
/// Half of the pole's length, m.
pub const HALF_LENGTH: f32 = 0.5;
/// Push to the left or right, N.
pub const FORCE: f32 = 10.0;
/// Time between two steps, s.
pub const TAU_SECS: f32 = 0.02;
/// Steps in a second of the cart's time.
pub const STEPS_PER_SEC: f32 = 1.0 / TAU_SECS;
/// Largest distance of the cart from the middle, m.
pub const X_LIMIT: f32 = 2.4;
/// Largest angle of the pole from upright: 12 degrees.
pub const THETA_LIMIT_RAD: f32 = 0.209_439_51;
/// Time limit of an episode, in steps.
pub const MAX_EPISODE_STEPS: u32 = 500;
/// Fewest steps that episodes must be able to last for their length to tell whether the task is
/// solved. Pushed at random, a pole stays up 22 steps on average: 47 % of 200,000 such episodes
/// lasted 20 steps, 0.06 % lasted 100.
pub const TELLING_STEPS: usize = 100;
/// Every coordinate of a first state is uniform between plus and minus this.
pub const RESET_LIMIT: f32 = 0.05;
/// Numbers in an observation.
pub const OBS_SIZE: usize = 4;
/// Number of actions: push left (0) or right (1).
pub const NUM_ACTIONS: usize = 2;

/// `[x, x_dot, theta, theta_dot]`: position (m), velocity (m/s), angle from upright (rad), angular
/// velocity (rad/s).
pub type State = [f32; OBS_SIZE];

/// Returns the state one step of `TAU_SECS` later. Action 1 pushes right, 0 left.
///
/// Positions change by the old velocities (explicit Euler), as in Gymnasium.
pub fn next_state([x, x_dot, theta, theta_dot]: State, action: u32) -> State {
    const TOTAL_MASS: f32 = CART_MASS + POLE_MASS;
    const POLE_MOMENT: f32 = POLE_MASS * HALF_LENGTH;

    let force = if action == 1 { FORCE } else { -FORCE };
    let (sin, cos) = theta.sin_cos();
    let push = (force + POLE_MOMENT * theta_dot * theta_dot * sin) / TOTAL_MASS;
    let theta_acc = (GRAVITY * sin - cos * push)
        / (HALF_LENGTH * (4.0 / 3.0 - POLE_MASS * cos * cos / TOTAL_MASS));
    let x_acc = push - POLE_MOMENT * theta_acc * cos / TOTAL_MASS;
    [
        x + TAU_SECS * x_dot,
        x_dot + TAU_SECS * x_acc,
        theta + TAU_SECS * theta_dot,
        theta_dot + TAU_SECS * theta_acc,
    ]
}

/// Returns true if the cart has left the track or the pole has fallen.
pub fn has_fallen([x, _, theta, _]: State) -> bool {
    x.abs() > X_LIMIT || theta.abs() > THETA_LIMIT_RAD
}
