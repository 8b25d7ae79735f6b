//! CartPole-v1: one cart, one pole, one step of explicit Euler. All carts move as this one does.
//!
//! # Source
//! Gymnasium's `CartPole-v1`; equations from Florian, "Correct equations for the dynamics of the
//! cart-pole system" (2007), frictionless, after Barto, Sutton and Anderson (1983).

use super::build::Num;
use super::spec::{
    ActionSpace, Before, Cart, EnvKind, EnvRules, EnvSpec, Environment, StepOutcome, Strengths,
    as_it_is, numbers,
};

/// The environment.
pub const SPEC: Environment = Environment {
    spec: EnvSpec {
        key: "cartpole",
        label: "CartPole: keep the pole up",
        state: &["x", "v", "theta", "omega"],
        obs: &["x", "v", "theta", "omega"],
        actions: ActionSpace::Discrete(&["left", "right"]),
        num_draws: 4,
        step_draws: 0,
        python_strengths: ["gravity", "force_mag"],
        kind: EnvKind::Cart(Cart {
            can_fall: true,
            pays_per_step: true,
            python_reward: None,
        }),
    },
    rules: EnvRules {
        first: |draws| {
            (draws.iter())
                .map(|unit| (2.0 * *unit - 1.0) * RESET_LIMIT)
                .collect()
        },
        observe: as_it_is,
        next: next_state,
        outcome: |before, state| {
            let terminated = has_fallen(state);
            StepOutcome {
                reward: terminated.select(before.terminal_reward, 1.0),
                terminated,
            }
        },
    },
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

/// `[x, x_dot, theta, theta_dot]`: position (m), velocity (m/s), angle from upright (rad), angular
/// velocity (rad/s).
pub type State = [f32; 4];

/// Returns the state one step of `TAU_SECS` later. Action 1 pushes right, 0 left.
///
/// Positions change by the old velocities (explicit Euler), as in Gymnasium.
pub fn next_state<'b>(before: &Before<'b>) -> Vec<Num<'b>> {
    const TOTAL_MASS: f32 = CART_MASS + POLE_MASS;
    const POLE_MOMENT: f32 = POLE_MASS * HALF_LENGTH;

    let [x, x_dot, theta, theta_dot] = before.state();
    let Strengths { gravity, force } = before.strengths;
    let force = FORCE * force;
    let force = before.action.equals(1.0).select(force, -force);
    let (sin, cos) = (theta.sin(), theta.cos());
    let push = (force + POLE_MOMENT * theta_dot * theta_dot * sin) / TOTAL_MASS;
    let theta_acc = (GRAVITY * gravity * sin - cos * push)
        / (HALF_LENGTH * (4.0 / 3.0 - POLE_MASS * cos * cos / TOTAL_MASS));
    let x_acc = push - POLE_MOMENT * theta_acc * cos / TOTAL_MASS;
    vec![
        x + TAU_SECS * x_dot,
        x_dot + TAU_SECS * x_acc,
        theta + TAU_SECS * theta_dot,
        theta_dot + TAU_SECS * theta_acc,
    ]
}

/// Returns 1 if the cart has left the track or the pole has fallen.
pub fn has_fallen<'b>(state: &[Num<'b>]) -> Num<'b> {
    let [_, _, theta, _] = numbers(state);
    has_left_track(state).or(theta.abs().more(THETA_LIMIT_RAD))
}

/// Returns 1 if the cart has left the track.
pub fn has_left_track<'b>(state: &[Num<'b>]) -> Num<'b> {
    let [x] = numbers(state);
    x.abs().more(X_LIMIT)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{FALLEN, OFF_TRACK, UPRIGHT, worked};
    use crate::envs::EnvId;

    #[test]
    fn it_pays_and_ends_as_worked_by_hand() {
        worked(
            EnvId::Cartpole,
            [4, 2, 0],
            &[
                (UPRIGHT, 0.0, 1.0, false),
                // The reward of falling.
                (FALLEN, 0.0, 0.25, true),
                (OFF_TRACK, 0.0, 0.25, true),
            ],
        );
    }
}
