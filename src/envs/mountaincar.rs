//! MountainCar-v0: a car in a valley that is too weak to drive out of it and must swing itself up;
//! and MountainCarContinuous-v0, in which it chooses how hard it drives.
//!
//! # Source
//! Gymnasium's `MountainCar-v0` and `MountainCarContinuous-v0`, after Moore, "Efficient
//! Memory-Based Learning for Robot Control" (1990).

use super::build::Num;
use super::spec::{
    ActionSpace, Before, Control, EnvKind, EnvRules, EnvSpec, Environment, Picture, Points,
    StepOutcome, Task, as_it_is, numbers,
};

/// The environment.
pub const SPEC: Environment = Environment {
    spec: EnvSpec {
        key: "mountaincar",
        label: "MountainCar: swing out of the valley",
        state: &["position", "velocity"],
        obs: &["position", "velocity"],
        actions: ActionSpace::Discrete(&["left", "none", "right"]),
        num_draws: 1,
        step_draws: 0,
        python_strengths: ["gravity", "force"],
        kind: EnvKind::Task(Task {
            gym_id: Some("MountainCar-v0"),
            python: "",
            time_limit: 200,
            solved: Some(-110.0),
            near_the_end: &[0.4, 0.05],
            step_secs: 1.0 / 30.0,
            picture: Picture {
                scenery: || scenery(GOAL),
                ..PICTURE
            },
            table: None,
        }),
    },
    rules: EnvRules {
        first,
        observe: as_it_is,
        next: |before| {
            next(
                before,
                (before.action - 1.0) * (FORCE * before.strengths.force),
            )
        },
        outcome: |before, state| StepOutcome {
            reward: before.action.constant(-1.0),
            terminated: is_at(GOAL, state),
        },
    },
};

/// The environment in which the car chooses its force.
pub const CONTINUOUS_SPEC: Environment = Environment {
    spec: EnvSpec {
        key: "mountaincar-continuous",
        label: "MountainCarContinuous: swing out of the valley with little force",
        actions: ActionSpace::Continuous(&[Control {
            name: "force",
            low: -1.0,
            high: 1.0,
        }]),
        python_strengths: ["", "power"],
        kind: EnvKind::Task(Task {
            gym_id: Some("MountainCarContinuous-v0"),
            python: "",
            time_limit: 999,
            solved: Some(90.0),
            near_the_end: &[0.4, 0.05],
            step_secs: 1.0 / 30.0,
            picture: Picture {
                scenery: || scenery(CONTINUOUS_GOAL),
                ..PICTURE
            },
            table: None,
        }),
        ..SPEC.spec
    },
    rules: EnvRules {
        next: |before| {
            let force = CONTINUOUS_FORCE * before.strengths.force;
            next(before, before.action.max(-1.0).min(1.0) * force)
        },
        outcome: |before, state| {
            let terminated = is_at(CONTINUOUS_GOAL, state);
            let force = before.action;
            StepOutcome {
                reward: terminated * 100.0 - force * force * 0.1,
                terminated,
            }
        },
        ..SPEC.rules
    },
};

const PICTURE: Picture = Picture {
    window: [LEFT, RIGHT, -0.15, 1.25],
    points: Points::Written(|state| {
        let [position] = numbers(state);
        vec![position, height(position) + WHEEL]
    }),
    rods: &[],
    discs: &[(0, WHEEL)],
    scenery: Vec::new,
};

/// Returns the hills, and a flag at the goal.
fn scenery(goal: f32) -> Vec<Vec<[f32; 2]>> {
    const CORNERS: u32 = 60;
    let at = |corner: u32| LEFT + (RIGHT - LEFT) * corner as f32 / CORNERS as f32;
    let ground = |x: f32| (3.0 * x).sin() * 0.45 + 0.55;
    let hills = (0..=CORNERS).map(|corner| [at(corner), ground(at(corner))]);
    let flag = [goal, ground(goal)];
    vec![hills.collect(), vec![flag, [flag[0], flag[1] + 0.2]]]
}

/// Left end of the track, where the car stops.
const LEFT: f32 = -1.2;
/// Right end of the track.
const RIGHT: f32 = 0.6;
/// Largest speed a step.
const MAX_SPEED: f32 = 0.07;
/// Position of the goal.
const GOAL: f32 = 0.5;
/// The same where the car chooses its force.
const CONTINUOUS_GOAL: f32 = 0.45;
/// Change of speed by the motor.
const FORCE: f32 = 0.001;
/// The same by a force of 1 where the car chooses it.
const CONTINUOUS_FORCE: f32 = 0.0015;
/// Change of speed by the steepest slope.
const GRAVITY: f32 = 0.0025;
/// Radius of the drawn car.
const WHEEL: f32 = 0.06;

/// Draws where the car stands still.
fn first<'b>(draws: &[Num<'b>]) -> Vec<Num<'b>> {
    vec![draws[0] * 0.2 - 0.6, draws[0].constant(0.0)]
}

/// Returns the state one step later, given the change of speed by the motor.
fn next<'b>(before: &Before<'b>, push: Num<'b>) -> Vec<Num<'b>> {
    let [position, velocity] = before.state();
    let slope = (3.0 * position).cos() * -(GRAVITY * before.strengths.gravity);
    let velocity = velocity + (push + slope);
    let velocity = velocity.max(-MAX_SPEED).min(MAX_SPEED);
    let position = (position + velocity).max(LEFT).min(RIGHT);
    let stops = position.equals(LEFT).and(velocity.less(0.0));
    vec![position, stops.select(0.0, velocity)]
}

/// Returns 1 for a car that has reached the goal and does not roll back.
fn is_at<'b>(goal: f32, state: &[Num<'b>]) -> Num<'b> {
    let [position, velocity] = numbers(state);
    position.at_least(goal).and(velocity.at_least(0.0))
}

/// Returns the height of the ground.
fn height(position: Num<'_>) -> Num<'_> {
    (3.0 * position).sin() * 0.45 + 0.55
}

#[cfg(test)]
mod tests {
    use super::super::tests::worked;
    use crate::envs::EnvId;

    #[test]
    fn it_pays_and_ends_as_worked_by_hand() {
        // Position and velocity.
        worked(
            EnvId::Mountaincar,
            [2, 3, 0],
            &[
                ([-0.5, 0.0, 0.0, 0.0], 1.0, -1.0, false),
                // At the goal, but on the way back.
                ([0.6, -0.07, 0.0, 0.0], 0.0, -1.0, false),
                ([0.49, 0.07, 0.0, 0.0], 2.0, -1.0, true),
            ],
        );
        worked(
            EnvId::MountaincarContinuous,
            [2, 0, 1],
            &[
                // -0.1 · 0.5²
                ([-0.5, 0.0, 0.0, 0.0], 0.5, -0.025, false),
                // A force of -3 counts as -1.
                ([-0.5, 0.0, 0.0, 0.0], -3.0, -0.1, false),
                // At the goal, but on the way back.
                ([0.5, -0.03, 0.0, 0.0], 0.0, 0.0, false),
                ([0.44, 0.05, 0.0, 0.0], 1.0, 99.9, true),
            ],
        );
    }
}
