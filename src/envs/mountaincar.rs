//! MountainCar-v0: a car in a valley that is too weak to drive out of it and must swing itself up.
//!
//! # Source
//! Gymnasium's `MountainCar-v0`, after Moore, "Efficient Memory-Based Learning for Robot Control"
//! (1990).

use super::build::Num;
use super::spec::{Before, EnvKind, EnvSpec, Picture, StepOutcome, Task, as_it_is, numbers};

/// The environment.
pub const SPEC: EnvSpec = EnvSpec {
    key: "mountaincar",
    label: "MountainCar: swing out of the valley",
    state: &["position", "velocity"],
    obs: &["position", "velocity"],
    actions: &["left", "none", "right"],
    num_draws: 1,
    first: |draws| vec![draws[0] * 0.2 - 0.6, draws[0].constant(0.0)],
    observe: as_it_is,
    next,
    outcome: |before, state| {
        let [position, velocity] = numbers(state);
        StepOutcome {
            reward: before.action.constant(-1.0),
            terminated: (position.at_least(GOAL)).and(velocity.at_least(0.0)),
        }
    },
    kind: EnvKind::Task(Task {
        gym_id: "MountainCar-v0",
        time_limit: 200,
        step_secs: 1.0 / 30.0,
        picture: Picture {
            window: [LEFT, RIGHT, -0.15, 1.25],
            points: |state| {
                let [position] = numbers(state);
                vec![position, height(position) + WHEEL]
            },
            rods: &[],
            discs: &[(0, WHEEL)],
            scenery: || {
                const CORNERS: u32 = 60;
                let at = |corner: u32| LEFT + (RIGHT - LEFT) * corner as f32 / CORNERS as f32;
                let ground = |x: f32| (3.0 * x).sin() * 0.45 + 0.55;
                let hills = (0..=CORNERS).map(|corner| [at(corner), ground(at(corner))]);
                let flag = [GOAL, ground(GOAL)];
                vec![hills.collect(), vec![flag, [flag[0], flag[1] + 0.2]]]
            },
        },
    }),
};

/// Left end of the track, where the car stops.
const LEFT: f32 = -1.2;
/// Right end of the track.
const RIGHT: f32 = 0.6;
/// Largest speed a step.
const MAX_SPEED: f32 = 0.07;
/// Position of the goal.
const GOAL: f32 = 0.5;
/// Change of speed by the motor.
const FORCE: f32 = 0.001;
/// Change of speed by the steepest slope.
const GRAVITY: f32 = 0.0025;
/// Radius of the drawn car.
const WHEEL: f32 = 0.06;

/// Returns the state one step later. Action 0 drives left, 1 not at all, 2 right.
fn next<'b>(before: &Before<'b>) -> Vec<Num<'b>> {
    let [position, velocity] = before.state();
    let push = (before.action - 1.0) * FORCE;
    let velocity = velocity + (push + (3.0 * position).cos() * -GRAVITY);
    let velocity = velocity.max(-MAX_SPEED).min(MAX_SPEED);
    let position = (position + velocity).max(LEFT).min(RIGHT);
    let stops = position.equals(LEFT).and(velocity.less(0.0));
    vec![position, stops.select(0.0, velocity)]
}

/// Returns the height of the ground.
fn height(position: Num<'_>) -> Num<'_> {
    (3.0 * position).sin() * 0.45 + 0.55
}
