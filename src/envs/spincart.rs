//! SpinCart: a cart with a reward for spinning its pole. Only leaving the track ends an episode.

use super::build::Num;
use super::cartpole::{self, has_left_track};
use super::spec::{Cart, EnvKind, EnvRules, EnvSpec, Environment, StepOutcome, numbers};

/// The environment.
pub const SPEC: Environment = Environment {
    spec: EnvSpec {
        key: "spincart",
        label: "SpinCart: spin the pole fast",
        kind: EnvKind::Cart(Cart {
            can_fall: false,
            pays_per_step: false,
            python_reward: Some(
                "min(0.1 * abs(omega), 1) - 0.5 * min(abs(x / 2.5) + abs(v / 10), 1)",
            ),
        }),
        ..cartpole::SPEC.spec
    },
    rules: EnvRules {
        outcome: |_, state| StepOutcome {
            reward: reward(state),
            terminated: has_left_track(state),
        },
        ..cartpole::SPEC.rules
    },
};

/// SpinCart with the course's mistake in the penalty, which can make ending the episode early
/// worthwhile.
pub const COURSE_SPEC: Environment = Environment {
    spec: EnvSpec {
        key: "spincart-course",
        label: "SpinCart as in the course (min for max)",
        kind: EnvKind::Cart(Cart {
            can_fall: false,
            pays_per_step: false,
            python_reward: Some(
                "min(0.1 * abs(omega), 1) - 0.5 * max(abs(x / 2.5) + abs(v / 10), 1)",
            ),
        }),
        ..SPEC.spec
    },
    rules: EnvRules {
        outcome: |_, state| StepOutcome {
            reward: course_reward(state),
            terminated: has_left_track(state),
        },
        ..SPEC.rules
    },
};

/// Returns `min(0.1 |ω|, 1) - 0.5 min(|x / 2.5| + |v / 10|, 1)`: 1 for fast spinning in the middle.
fn reward<'b>(state: &[Num<'b>]) -> Num<'b> {
    spin(state) - 0.5 * off_centre(state).min(1.0)
}

/// Returns the reward with the course's `max` in place of `min` in the penalty, which is then at
/// least one half wherever the cart is: a step below ω = 5 rad/s has a negative reward, so it is
/// better to end the episode.
fn course_reward<'b>(state: &[Num<'b>]) -> Num<'b> {
    spin(state) - 0.5 * off_centre(state).max(1.0)
}

fn spin<'b>(state: &[Num<'b>]) -> Num<'b> {
    let [_, _, _, omega] = numbers(state);
    (0.1 * omega.abs()).min(1.0)
}

fn off_centre<'b>(state: &[Num<'b>]) -> Num<'b> {
    let [x, v] = numbers(state);
    (x / 2.5).abs() + (v / 10.0).abs()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{OFF_TRACK, SPINNING, UPRIGHT, worked};
    use crate::envs::EnvId;

    #[test]
    fn it_pays_and_ends_as_worked_by_hand() {
        worked(
            EnvId::Spincart,
            [4, 2, 0],
            &[
                (UPRIGHT, 0.0, 0.0, false),
                // min(0.8, 1) - min(0.2 + 0.2, 1) / 2
                (SPINNING, 0.0, 0.6, false),
                // -min(1 + 0, 1) / 2
                (OFF_TRACK, 0.0, -0.5, true),
            ],
        );
        worked(
            EnvId::SpincartCourse,
            [4, 2, 0],
            &[
                // -max(0, 1) / 2
                (UPRIGHT, 0.0, -0.5, false),
                // min(0.8, 1) - max(0.2 + 0.2, 1) / 2
                (SPINNING, 0.0, 0.3, false),
                (OFF_TRACK, 0.0, -0.5, true),
            ],
        );
    }
}
