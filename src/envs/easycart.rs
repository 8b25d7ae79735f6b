//! EasyCart: CartPole with a reward for an upright pole in the middle of the track.

use super::build::Num;
use super::cartpole::{self, X_LIMIT, has_fallen};
use super::spec::{Cart, EnvKind, EnvRules, EnvSpec, Environment, StepOutcome, numbers};

/// The angle by which the course divides; the pole counts as fallen a little earlier, at 0.20944.
const EASY_THETA_RAD: f32 = 0.2095;

/// The environment.
pub const SPEC: Environment = Environment {
    spec: EnvSpec {
        key: "easycart",
        label: "EasyCart: upright and in the middle",
        kind: EnvKind::Cart(Cart {
            can_fall: true,
            pays_per_step: false,
            python_reward: Some("(1 - abs(theta / 0.2095) + 1 - abs(x / 2.4)) / 2"),
        }),
        ..cartpole::SPEC.spec
    },
    rules: EnvRules {
        outcome: |_, state| StepOutcome {
            reward: reward(state),
            terminated: has_fallen(state),
        },
        ..cartpole::SPEC.rules
    },
};

/// Returns `((1 - |θ / 0.2095|) + (1 - |x / 2.4|)) / 2`: 1 upright in the middle, a little below 0
/// at worst.
fn reward<'b>(state: &[Num<'b>]) -> Num<'b> {
    let [x, _, theta, _] = numbers(state);
    ((1.0 - (theta / EASY_THETA_RAD).abs()) + (1.0 - (x / X_LIMIT).abs())) / 2.0
}

#[cfg(test)]
mod tests {
    use super::super::tests::{FALLEN, OFF_TRACK, UPRIGHT, worked};
    use crate::envs::EnvId;

    #[test]
    fn it_pays_and_ends_as_worked_by_hand() {
        worked(
            EnvId::Easycart,
            [4, 2, 0],
            &[
                (UPRIGHT, 0.0, 1.0, false),
                // ((1 - 0.21 / 0.2095) + (1 - 1.2 / 2.4)) / 2
                (FALLEN, 0.0, 0.248_807, true),
                // (1 + (1 - 2.5 / 2.4)) / 2
                (OFF_TRACK, 0.0, 0.479_167, true),
            ],
        );
    }
}
