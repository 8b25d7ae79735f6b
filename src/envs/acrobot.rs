//! Acrobot-v1: two links that hang from a joint, with a motor between them only, must swing their
//! end above a line.
//!
//! # Source
//! Gymnasium's `Acrobot-v1`, with the equations of Sutton and Barto's book, after Sutton,
//! "Generalization in Reinforcement Learning" (1996).

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use super::build::Num;
use super::spec::{
    ActionSpace, Before, EnvKind, EnvRules, EnvSpec, Environment, Picture, Points, StepOutcome,
    Strengths, Task, numbers,
};

/// The environment.
pub const SPEC: Environment = Environment {
    spec: EnvSpec {
        key: "acrobot",
        label: "Acrobot: swing two links up",
        state: &["theta1", "theta2", "omega1", "omega2"],
        obs: &[
            "cos_theta1",
            "sin_theta1",
            "cos_theta2",
            "sin_theta2",
            "omega1",
            "omega2",
        ],
        actions: ActionSpace::Discrete(&["left", "none", "right"]),
        num_draws: 4,
        step_draws: 0,
        python_strengths: ["", ""],
        kind: EnvKind::Task(Task {
            gym_id: Some("Acrobot-v1"),
            python: "",
            time_limit: 500,
            solved: Some(-100.0),
            near_the_end: &[2.5, 0.0, 1.0, 0.0],
            step_secs: 1.0 / 15.0,
            picture: Picture {
                window: [-2.2, 2.2, -2.2, 2.2],
                points: Points::Written(|state| {
                    let [theta1, theta2] = numbers(state);
                    let nothing = theta1.constant(0.0);
                    let (x, y) = (theta1.sin(), -theta1.cos());
                    let both = theta1 + theta2;
                    vec![nothing, nothing, x, y, x + both.sin(), y - both.cos()]
                }),
                rods: &[(0, 1), (1, 2)],
                discs: &[(0, 0.1), (1, 0.1)],
                scenery: || vec![vec![[-2.2, 1.0], [2.2, 1.0]]],
            },
            table: None,
        }),
    },
    rules: EnvRules {
        first: |draws| (draws.iter()).map(|unit| *unit * 0.2 - 0.1).collect(),
        observe: |state| {
            let [theta1, theta2, omega1, omega2] = numbers(state);
            vec![
                theta1.cos(),
                theta1.sin(),
                theta2.cos(),
                theta2.sin(),
                omega1,
                omega2,
            ]
        },
        next,
        outcome: |_, state| {
            let [theta1, theta2] = numbers(state);
            let end = -theta1.cos() - (theta1 + theta2).cos();
            let terminated = end.more(1.0);
            StepOutcome {
                reward: terminated.select(0.0, -1.0),
                terminated,
            }
        },
    },
};

/// Gravity, m/s².
const GRAVITY: f32 = 9.8;
/// Time between two steps, s.
const TAU_SECS: f32 = 0.2;
/// Length of a link, m.
const LENGTH: f32 = 1.0;
/// Mass of a link, kg.
const MASS: f32 = 1.0;
/// Distance of a link's centre of mass from its joint, m.
const CENTRE: f32 = 0.5;
/// Moment of inertia of a link, kg m².
const INERTIA: f32 = 1.0;
/// Largest angular velocities, rad/s.
const MAX_OMEGA: [f32; 2] = [4.0 * PI, 9.0 * PI];

/// Returns the state one step later: one Runge-Kutta step with the torque held, of -1, 0 or 1 N m
/// for actions 0, 1 and 2. Then angles are brought back to one turn, and speeds are bounded.
fn next<'b>(before: &Before<'b>) -> Vec<Num<'b>> {
    let Strengths { gravity, force } = before.strengths;
    // By one itself nothing would change, but an operation more.
    let torque = match force == 1.0 {
        true => before.action - 1.0,
        false => (before.action - 1.0) * force,
    };
    let slopes = |state| slopes(state, torque, gravity);
    let state: [Num<'b>; 4] = before.state();
    let along = |slope: [Num<'b>; 4], secs: f32| {
        let mut moved = state;
        for (number, slope) in moved.iter_mut().zip(slope) {
            *number = *number + secs * slope;
        }
        moved
    };
    let k1 = slopes(state);
    let k2 = slopes(along(k1, TAU_SECS / 2.0));
    let k3 = slopes(along(k2, TAU_SECS / 2.0));
    let k4 = slopes(along(k3, TAU_SECS));
    let moved: Vec<Num<'b>> = (0..4)
        .map(|at| {
            let mean = k1[at] + 2.0 * k2[at] + 2.0 * k3[at] + k4[at];
            state[at] + TAU_SECS / 6.0 * mean
        })
        .collect();
    let [theta1, theta2, omega1, omega2] = numbers(&moved);
    vec![
        within_a_turn(theta1),
        within_a_turn(theta2),
        omega1.max(-MAX_OMEGA[0]).min(MAX_OMEGA[0]),
        omega2.max(-MAX_OMEGA[1]).min(MAX_OMEGA[1]),
    ]
}

/// Returns the derivatives of the state, where gravity is so many times its own.
fn slopes<'b>(
    [theta1, theta2, omega1, omega2]: [Num<'b>; 4],
    torque: Num<'b>,
    gravity: f32,
) -> [Num<'b>; 4] {
    let gravity = GRAVITY * gravity;
    let (sin2, cos2) = (theta2.sin(), theta2.cos());
    let d1 = MASS * (CENTRE * CENTRE)
        + MASS * (LENGTH * LENGTH + CENTRE * CENTRE + 2.0 * LENGTH * CENTRE * cos2)
        + 2.0 * INERTIA;
    let d2 = MASS * (CENTRE * CENTRE + LENGTH * CENTRE * cos2) + INERTIA;
    let phi2 = MASS * CENTRE * gravity * (theta1 + theta2 - FRAC_PI_2).cos();
    let phi1 = -(MASS * LENGTH * CENTRE * omega2 * omega2 * sin2)
        - 2.0 * MASS * LENGTH * CENTRE * omega2 * omega1 * sin2
        + (MASS * CENTRE + MASS * LENGTH) * gravity * (theta1 - FRAC_PI_2).cos()
        + phi2;
    let alpha2 = (torque + d2 / d1 * phi1 - MASS * LENGTH * CENTRE * omega1 * omega1 * sin2 - phi2)
        / (MASS * CENTRE * CENTRE + INERTIA - d2 * d2 / d1);
    let alpha1 = -(d2 * alpha2 + phi1) / d1;
    [omega1, omega2, alpha1, alpha2]
}

/// Brings an angle back to [-π, π]. A step turns a link three times at most.
fn within_a_turn(angle: Num<'_>) -> Num<'_> {
    let mut angle = angle;
    for _ in 0..3 {
        angle = angle.more(PI).select(angle - TAU, angle);
    }
    for _ in 0..3 {
        angle = angle.less(-PI).select(angle + TAU, angle);
    }
    angle
}

#[cfg(test)]
mod tests {
    use super::super::tests::worked;
    use crate::envs::EnvId;

    #[test]
    fn it_pays_and_ends_as_worked_by_hand() {
        // Both links hang; then they stand, and stay up for this step.
        worked(
            EnvId::Acrobot,
            [6, 3, 0],
            &[
                ([0.0; 4], 1.0, -1.0, false),
                ([3.1, 0.0, 0.0, 0.0], 1.0, 0.0, true),
            ],
        );
    }
}
