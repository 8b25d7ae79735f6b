//! Probes: environments so small that the correct solution is known. Each needs one more part of
//! the learner to work than the one before.
//!
//! # Source
//! Andy Jones, "Debugging Reinforcement Learning Systems" (2021), as used by the course.

use super::build::Num;
use super::spec::{ActionSpace, EnvKind, EnvSpec, Known, Probe, StepOutcome, as_it_is};

/// One observation, one action, one step, reward 1.
pub const PROBE1: EnvSpec = EnvSpec {
    key: "probe1",
    label: "Probe 1: is the value learnt at all?",
    state: &["obs"],
    obs: &["obs"],
    actions: ActionSpace::Discrete(&["0"]),
    num_draws: 1,
    step_draws: 0,
    first: |draws| either(draws, ZERO),
    observe: as_it_is,
    next: |before| before.state.clone(),
    outcome: |before, _| end(before.action.constant(1.0)),
    kind: EnvKind::Probe(Probe {
        first_obs: ZERO,
        solution: &[known(0.0, 1.0, &[])],
        tolerance: 1e-3,
    }),
};

/// Two observations; the reward is the observation.
pub const PROBE2: EnvSpec = EnvSpec {
    key: "probe2",
    label: "Probe 2: does the value see the observation?",
    first: |draws| either(draws, SIGNS),
    outcome: |before, _| end(before.state[0]),
    kind: EnvKind::Probe(Probe {
        first_obs: SIGNS,
        solution: &[known(-1.0, -1.0, &[]), known(1.0, 1.0, &[])],
        tolerance: 1e-3,
    }),
    ..PROBE1
};

/// Two steps, with the observations 0 and 1; the second one has reward 1.
pub const PROBE3: EnvSpec = EnvSpec {
    key: "probe3",
    label: "Probe 3: is a later reward discounted?",
    next: |before| vec![before.action.constant(1.0)],
    outcome: |before, _| {
        let is_second = before.state[0].equals(1.0);
        StepOutcome {
            reward: is_second,
            terminated: is_second,
        }
    },
    kind: EnvKind::Probe(Probe {
        first_obs: ZERO,
        solution: &[known(0.0, 0.99, &[]), known(1.0, 1.0, &[])],
        tolerance: 1e-3,
    }),
    ..PROBE1
};

/// Two actions; the second one has reward 1, the first one -1.
pub const PROBE4: EnvSpec = EnvSpec {
    key: "probe4",
    label: "Probe 4: does reward move the policy?",
    actions: ActionSpace::Discrete(&["0", "1"]),
    outcome: |before, _| end(before.action.equals(1.0).select(1.0, -1.0)),
    kind: EnvKind::Probe(Probe {
        first_obs: ZERO,
        solution: &[known(0.0, 1.0, &[0.0, 1.0])],
        tolerance: 2e-3,
    }),
    ..PROBE1
};

/// Two observations and two actions; the action that equals the observation has reward 1, the other
/// one -1.
pub const PROBE5: EnvSpec = EnvSpec {
    key: "probe5",
    label: "Probe 5: does the policy see the observation?",
    actions: ActionSpace::Discrete(&["0", "1"]),
    first: |draws| either(draws, BITS),
    outcome: |before, _| end(before.action.equals(before.state[0]).select(1.0, -1.0)),
    kind: EnvKind::Probe(Probe {
        first_obs: BITS,
        solution: &[known(0.0, 1.0, &[1.0, 0.0]), known(1.0, 1.0, &[0.0, 1.0])],
        tolerance: 2e-3,
    }),
    ..PROBE1
};

/// The first observations of a probe whose episodes begin alike.
const ZERO: [f32; 2] = [0.0, 0.0];
/// Those of [`PROBE2`].
const SIGNS: [f32; 2] = [-1.0, 1.0];
/// Those of [`PROBE5`].
const BITS: [f32; 2] = [0.0, 1.0];

const fn known(obs: f32, value: f64, probabilities: &'static [f64]) -> Known {
    Known {
        obs,
        value,
        probabilities,
    }
}

/// Returns a state that is one of two observations, each with probability 1/2.
fn either<'b>(draws: &[Num<'b>], [tail, head]: [f32; 2]) -> Vec<Num<'b>> {
    vec![draws[0].less(0.5).select(tail, head)]
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
    }
}
