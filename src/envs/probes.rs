//! Probes: environments so small that the correct solution is known. Each needs one more part of
//! the learner to work than the one before. Each is there twice: for discrete actions, and for a
//! continuous one of one number.
//!
//! # Source
//! Andy Jones, "Debugging Reinforcement Learning Systems" (2021), as used by the course.

use super::build::Num;
use super::spec::{
    ActionSpace, Control, EnvKind, EnvRules, EnvSpec, Environment, Known, KnownPolicy, Probe,
    StepOutcome, as_it_is,
};

/// One observation, one action, one step, reward 1.
pub const PROBE1: Environment = Environment {
    spec: EnvSpec {
        key: "probe1",
        label: "Probe 1: is the value learnt at all?",
        state: &["obs"],
        obs: &["obs"],
        actions: ActionSpace::Discrete(&["0"]),
        num_draws: 1,
        step_draws: 0,
        python_strengths: ["", ""],
        kind: EnvKind::Probe(Probe {
            first_obs: ZERO,
            solution: &[known(0.0, 1.0, KnownPolicy::Any)],
            python_reward: "1.0",
            tolerance: 1e-3,
        }),
    },
    rules: EnvRules {
        first: |draws| either(draws, ZERO),
        observe: as_it_is,
        next: |before| before.state.clone(),
        outcome: |before, _| end(before.action.constant(1.0)),
    },
};

/// Two observations; the reward is the observation.
pub const PROBE2: Environment = Environment {
    spec: EnvSpec {
        key: "probe2",
        label: "Probe 2: does the value see the observation?",
        kind: EnvKind::Probe(Probe {
            first_obs: SIGNS,
            solution: &[
                known(-1.0, -1.0, KnownPolicy::Any),
                known(1.0, 1.0, KnownPolicy::Any),
            ],
            python_reward: "float(self.obs)",
            tolerance: 1e-3,
        }),
        ..PROBE1.spec
    },
    rules: EnvRules {
        first: |draws| either(draws, SIGNS),
        outcome: |before, _| end(before.state[0]),
        ..PROBE1.rules
    },
};

/// Two steps, with the observations 0 and 1; the second one has reward 1.
pub const PROBE3: Environment = Environment {
    spec: EnvSpec {
        key: "probe3",
        label: "Probe 3: is a later reward discounted?",
        kind: EnvKind::Probe(Probe {
            first_obs: ZERO,
            solution: &[
                known(0.0, 0.99, KnownPolicy::Any),
                known(1.0, 1.0, KnownPolicy::Any),
            ],
            python_reward: "float(self.is_last)",
            tolerance: 1e-3,
        }),
        ..PROBE1.spec
    },
    rules: EnvRules {
        next: |before| vec![before.action.constant(1.0)],
        outcome: |before, _| {
            let is_second = before.state[0].equals(1.0);
            StepOutcome {
                reward: is_second,
                terminated: is_second,
            }
        },
        ..PROBE1.rules
    },
};

/// Two actions; the second one has reward 1, the first one -1.
pub const PROBE4: Environment = Environment {
    spec: EnvSpec {
        key: "probe4",
        label: "Probe 4: does reward move the policy?",
        actions: ActionSpace::Discrete(&["0", "1"]),
        kind: EnvKind::Probe(Probe {
            first_obs: ZERO,
            solution: &[known(0.0, 1.0, KnownPolicy::Probabilities(&[0.0, 1.0]))],
            python_reward: "1.0 if action == 1 else -1.0",
            tolerance: 2e-3,
        }),
        ..PROBE1.spec
    },
    rules: EnvRules {
        outcome: |before, _| end(before.action.equals(1.0).select(1.0, -1.0)),
        ..PROBE1.rules
    },
};

/// Two observations and two actions; the action that equals the observation has reward 1, the other
/// one -1.
pub const PROBE5: Environment = Environment {
    spec: EnvSpec {
        key: "probe5",
        label: "Probe 5: does the policy see the observation?",
        actions: ActionSpace::Discrete(&["0", "1"]),
        kind: EnvKind::Probe(Probe {
            first_obs: BITS,
            solution: &[
                known(0.0, 1.0, KnownPolicy::Probabilities(&[1.0, 0.0])),
                known(1.0, 1.0, KnownPolicy::Probabilities(&[0.0, 1.0])),
            ],
            python_reward: "1.0 if action == self.obs else -1.0",
            tolerance: 2e-3,
        }),
        ..PROBE1.spec
    },
    rules: EnvRules {
        first: |draws| either(draws, BITS),
        outcome: |before, _| end(before.action.equals(before.state[0]).select(1.0, -1.0)),
        ..PROBE1.rules
    },
};

/// [`PROBE1`] with a continuous action, which changes nothing.
pub const PROBE1_CONTINUOUS: Environment = Environment {
    spec: EnvSpec {
        key: "probe1-continuous",
        label: "Probe 1, continuous: is the value learnt at all?",
        actions: NUMBER,
        ..PROBE1.spec
    },
    rules: PROBE1.rules,
};

/// [`PROBE2`] with a continuous action, which changes nothing.
pub const PROBE2_CONTINUOUS: Environment = Environment {
    spec: EnvSpec {
        key: "probe2-continuous",
        label: "Probe 2, continuous: does the value see the observation?",
        actions: NUMBER,
        ..PROBE2.spec
    },
    rules: PROBE2.rules,
};

/// [`PROBE3`] with a continuous action, which changes nothing.
pub const PROBE3_CONTINUOUS: Environment = Environment {
    spec: EnvSpec {
        key: "probe3-continuous",
        label: "Probe 3, continuous: is a later reward discounted?",
        actions: NUMBER,
        ..PROBE3.spec
    },
    rules: PROBE3.rules,
};

/// The reward of an action `a` is `-(a - 0.5)²`.
pub const PROBE4_CONTINUOUS: Environment = Environment {
    spec: EnvSpec {
        key: "probe4-continuous",
        label: "Probe 4, continuous: does reward move the mean?",
        actions: NUMBER,
        kind: EnvKind::Probe(Probe {
            first_obs: ZERO,
            solution: &[known(0.0, 0.0, KnownPolicy::Means(&[0.5]))],
            python_reward: "-(float(action[0]) - 0.5) ** 2",
            tolerance: OF_MEANS,
        }),
        ..PROBE1.spec
    },
    rules: EnvRules {
        outcome: |before, _| end(cost(before.action - 0.5)),
        ..PROBE1.rules
    },
};

/// Two observations, -1 and 1; the reward of an action `a` is `-(a - obs / 2)²`.
pub const PROBE5_CONTINUOUS: Environment = Environment {
    spec: EnvSpec {
        key: "probe5-continuous",
        label: "Probe 5, continuous: does the mean see the observation?",
        actions: NUMBER,
        kind: EnvKind::Probe(Probe {
            first_obs: SIGNS,
            solution: &[
                known(-1.0, 0.0, KnownPolicy::Means(&[-0.5])),
                known(1.0, 0.0, KnownPolicy::Means(&[0.5])),
            ],
            python_reward: "-(float(action[0]) - float(self.obs) / 2) ** 2",
            tolerance: OF_MEANS,
        }),
        ..PROBE1.spec
    },
    rules: EnvRules {
        first: |draws| either(draws, SIGNS),
        outcome: |before, _| end(cost(before.action - before.state[0] / 2.0)),
        ..PROBE1.rules
    },
};

/// A continuous action of one number. Its limits lie so far away that a policy with a deviation of
/// 1, as it begins, draws about 1 action in 4,000 beyond them, and a narrower one next to none:
/// what a policy earns is then known from its mean and its deviation.
const NUMBER: ActionSpace = ActionSpace::Continuous(&[Control {
    name: "action",
    low: -4.0,
    high: 4.0,
}]);

/// The tolerance where means are learnt. Each minibatch shows them through the noise of its
/// actions, and the value follows a deviation that still becomes smaller, so both stay a little
/// off. In 80 runs of `ppo-probe`, written once more in numpy, no mean was off by more than 0.03
/// and no value by more than 0.02, at a deviation of 0.28.
const OF_MEANS: f64 = 0.05;

/// The first observations of a probe whose episodes begin alike.
const ZERO: [f32; 2] = [0.0, 0.0];
/// Those of [`PROBE2`], and of [`PROBE5_CONTINUOUS`].
const SIGNS: [f32; 2] = [-1.0, 1.0];
/// Those of [`PROBE5`].
const BITS: [f32; 2] = [0.0, 1.0];

const fn known(obs: f32, value: f64, policy: KnownPolicy) -> Known {
    Known { obs, value, policy }
}

/// Returns a state that is one of two observations, each with probability 1/2.
fn either<'b>(draws: &[Num<'b>], [tail, head]: [f32; 2]) -> Vec<Num<'b>> {
    vec![draws[0].less(0.5).select(tail, head)]
}

/// Returns the reward of an action that is `away` from the best one.
fn cost(away: Num<'_>) -> Num<'_> {
    -(away * away)
}

/// Returns the end of an episode.
fn end(reward: Num<'_>) -> StepOutcome<'_> {
    StepOutcome {
        reward,
        terminated: reward.constant(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{UPRIGHT, worked};
    use crate::envs::EnvId;

    const ONE: [f32; 4] = [1.0, 0.0, 0.0, 0.0];

    #[test]
    fn they_pay_and_end_as_worked_by_hand() {
        worked(EnvId::Probe1, [1, 1, 0], &[(UPRIGHT, 0.0, 1.0, true)]);
        worked(
            EnvId::Probe2,
            [1, 1, 0],
            &[
                ([-1.0, 0.0, 0.0, 0.0], 0.0, -1.0, true),
                (ONE, 0.0, 1.0, true),
            ],
        );
        worked(
            EnvId::Probe3,
            [1, 1, 0],
            &[(UPRIGHT, 0.0, 0.0, false), (ONE, 0.0, 1.0, true)],
        );
        worked(
            EnvId::Probe4,
            [1, 2, 0],
            &[(UPRIGHT, 0.0, -1.0, true), (UPRIGHT, 1.0, 1.0, true)],
        );
        worked(
            EnvId::Probe5,
            [1, 2, 0],
            &[
                (UPRIGHT, 0.0, 1.0, true),
                (UPRIGHT, 1.0, -1.0, true),
                (ONE, 0.0, -1.0, true),
                (ONE, 1.0, 1.0, true),
            ],
        );
        worked(
            EnvId::Probe1Continuous,
            [1, 0, 1],
            &[(UPRIGHT, 0.0, 1.0, true)],
        );
        worked(
            EnvId::Probe2Continuous,
            [1, 0, 1],
            &[
                ([-1.0, 0.0, 0.0, 0.0], 0.0, -1.0, true),
                (ONE, 0.0, 1.0, true),
            ],
        );
        worked(
            EnvId::Probe3Continuous,
            [1, 0, 1],
            &[(UPRIGHT, 0.0, 0.0, false), (ONE, 0.0, 1.0, true)],
        );
        worked(
            EnvId::Probe4Continuous,
            [1, 0, 1],
            &[
                (UPRIGHT, 0.5, 0.0, true),
                // -(-1 - 0.5)²
                (UPRIGHT, -1.0, -2.25, true),
                // An action of 5 counts as 4: -(4 - 0.5)²
                (UPRIGHT, 5.0, -12.25, true),
            ],
        );
        worked(
            EnvId::Probe5Continuous,
            [1, 0, 1],
            &[
                ([-1.0, 0.0, 0.0, 0.0], -0.5, 0.0, true),
                // -(0.5 + 0.5)²
                ([-1.0, 0.0, 0.0, 0.0], 0.5, -1.0, true),
                // -(0.75 - 0.5)²
                (ONE, 0.75, -0.0625, true),
            ],
        );
    }
}
