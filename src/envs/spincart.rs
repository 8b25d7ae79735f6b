//! SpinCart: a cart with a reward for spinning its pole. Only leaving the track ends an episode.

use super::build::Num;
use super::cartpole::{self, has_left_track};
use super::spec::{Cart, EnvKind, EnvSpec, StepOutcome, numbers};

/// The environment.
pub const SPEC: EnvSpec = EnvSpec {
    key: "spincart",
    label: "SpinCart: spin the pole fast",
    outcome: |_, state| StepOutcome {
        reward: reward(state),
        terminated: has_left_track(state),
    },
    kind: EnvKind::Cart(Cart {
        can_fall: false,
        pays_per_step: false,
    }),
    ..cartpole::SPEC
};

/// SpinCart with the course's mistake in the penalty, which can make ending the episode early
/// worthwhile.
pub const COURSE_SPEC: EnvSpec = EnvSpec {
    key: "spincart-course",
    label: "SpinCart as in the course (min for max)",
    outcome: |_, state| StepOutcome {
        reward: course_reward(state),
        terminated: has_left_track(state),
    },
    ..SPEC
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
