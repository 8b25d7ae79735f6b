//! Pendulum-v1: a rod on a motor too weak to lift it at once must be swung up and held.
//!
//! # Source
//! Gymnasium's `Pendulum-v1`. An angle of 0 is upright; angles are not brought back to one turn.

use std::f32::consts::{PI, TAU};

use super::build::Num;
use super::spec::{
    ActionSpace, Before, Control, EnvKind, EnvRules, EnvSpec, Environment, Picture, Points,
    StepOutcome, Strengths, Task, numbers,
};

/// The environment.
pub const SPEC: Environment = Environment {
    spec: EnvSpec {
        key: "pendulum",
        label: "Pendulum: swing a rod up and hold it",
        state: &["theta", "omega"],
        obs: &["cos_theta", "sin_theta", "omega"],
        actions: ActionSpace::Continuous(&[Control {
            name: "torque",
            low: -MAX_TORQUE,
            high: MAX_TORQUE,
        }]),
        num_draws: 2,
        step_draws: 0,
        python_strengths: ["g", ""],
        kind: EnvKind::Task(Task {
            gym_id: Some("Pendulum-v1"),
            python: "",
            time_limit: 200,
            // Gymnasium registers no threshold. A policy that swings the rod up at once and holds
            // it pays between 0 and 400, by the angle at which an episode begins, and less than 200
            // on average.
            solved: Some(-200.0),
            near_the_end: &[],
            step_secs: 1.0 / 30.0,
            picture: Picture {
                window: [-1.25, 1.25, -1.25, 1.25],
                points: Points::Written(|state| {
                    let [theta] = numbers(state);
                    let nothing = theta.constant(0.0);
                    vec![nothing, nothing, -theta.sin(), theta.cos()]
                }),
                rods: &[(0, 1)],
                discs: &[(0, 0.06), (1, 0.1)],
                scenery: || vec![vec![[-0.08, 1.2], [0.08, 1.2]]],
            },
            table: None,
        }),
    },
    rules: EnvRules {
        first: |draws| vec![draws[0] * TAU - PI, draws[1] * 2.0 - 1.0],
        observe: |state| {
            let [theta, omega] = numbers(state);
            vec![theta.cos(), theta.sin(), omega]
        },
        next,
        outcome: |before, _| {
            let [theta, omega] = before.state();
            let torque = within(before.action, MAX_TORQUE);
            let away = turned_back(theta);
            let cost = away * away + 0.1 * (omega * omega) + 0.001 * (torque * torque);
            StepOutcome {
                reward: -cost,
                terminated: theta.constant(0.0),
            }
        },
    },
};

/// Largest torque, N m.
const MAX_TORQUE: f32 = 2.0;
/// Largest angular velocity, rad/s.
const MAX_OMEGA: f32 = 8.0;
/// Gravity, m/s².
const GRAVITY: f32 = 10.0;
/// Mass, kg.
const MASS: f32 = 1.0;
/// Length, m.
const LENGTH: f32 = 1.0;
/// Time between two steps, s.
const TAU_SECS: f32 = 0.05;

/// Returns the state one step later: the new velocity turns the rod.
fn next<'b>(before: &Before<'b>) -> Vec<Num<'b>> {
    let [theta, omega] = before.state();
    let torque = within(before.action, MAX_TORQUE);
    let Strengths { gravity, force } = before.strengths;
    let fall = 3.0 * (GRAVITY * gravity) / (2.0 * LENGTH) * theta.sin();
    let push = 3.0 / (MASS * LENGTH * LENGTH) * force * torque;
    let omega = within(omega + (fall + push) * TAU_SECS, MAX_OMEGA);
    vec![theta + omega * TAU_SECS, omega]
}

fn within(number: Num<'_>, limit: f32) -> Num<'_> {
    number.max(-limit).min(limit)
}

/// Returns the angle in [-π, π) that is the same but for whole turns.
fn turned_back(angle: Num<'_>) -> Num<'_> {
    angle - ((angle + PI) / TAU).floor() * TAU
}

#[cfg(test)]
mod tests {
    use super::super::tests::worked;
    use crate::envs::EnvId;

    #[test]
    fn it_pays_and_ends_as_worked_by_hand() {
        // Angle and speed.
        worked(
            EnvId::Pendulum,
            [3, 0, 1],
            &[
                // -(1.5² + 0.1 · 2² + 0.001 · 1²)
                ([1.5, 2.0, 0.0, 0.0], 1.0, -2.651, false),
                // A torque of 3 counts as 2.
                ([0.0; 4], 3.0, -0.004, false),
            ],
        );
    }
}
