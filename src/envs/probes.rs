//! Probes: environments so small that the correct solution is known. Each needs one more part of
//! the learner to work than the one before.
//!
//! # Source
//! Andy Jones, "Debugging Reinforcement Learning Systems" (2021), as used by the course.

use super::spec::{Dynamics, EnvSpec, Known, Probe};

/// One observation, one action, one step, reward 1.
pub const PROBE1: EnvSpec = EnvSpec {
    key: "probe1",
    label: "Probe 1: is the value learnt at all?",
    dynamics: Dynamics::Probe(Probe {
        num_actions: 1,
        first_obs: [0.0, 0.0],
        second_obs: None,
        reward: |_, _| 1.0,
        solution: &[known(0.0, 1.0, &[])],
        tolerance: 1e-3,
    }),
};

/// Two observations; the reward is the observation.
pub const PROBE2: EnvSpec = EnvSpec {
    key: "probe2",
    label: "Probe 2: does the value see the observation?",
    dynamics: Dynamics::Probe(Probe {
        num_actions: 1,
        first_obs: [-1.0, 1.0],
        second_obs: None,
        reward: |obs, _| obs,
        solution: &[known(-1.0, -1.0, &[]), known(1.0, 1.0, &[])],
        tolerance: 1e-3,
    }),
};

/// Two steps; the second one has reward 1.
pub const PROBE3: EnvSpec = EnvSpec {
    key: "probe3",
    label: "Probe 3: is a later reward discounted?",
    dynamics: Dynamics::Probe(Probe {
        num_actions: 1,
        first_obs: [0.0, 0.0],
        second_obs: Some(1.0),
        reward: |_, _| 1.0,
        solution: &[known(0.0, 0.99, &[]), known(1.0, 1.0, &[])],
        tolerance: 1e-3,
    }),
};

/// Two actions; the second one has reward 1, the first one -1.
pub const PROBE4: EnvSpec = EnvSpec {
    key: "probe4",
    label: "Probe 4: does reward move the policy?",
    dynamics: Dynamics::Probe(Probe {
        num_actions: 2,
        first_obs: [0.0, 0.0],
        second_obs: None,
        reward: |_, action| signed(action == 1),
        solution: &[known(0.0, 1.0, &[0.0, 1.0])],
        tolerance: 2e-3,
    }),
};

/// Two observations and two actions; the action that equals the observation has reward 1, the other
/// one -1.
pub const PROBE5: EnvSpec = EnvSpec {
    key: "probe5",
    label: "Probe 5: does the policy see the observation?",
    dynamics: Dynamics::Probe(Probe {
        num_actions: 2,
        first_obs: [0.0, 1.0],
        second_obs: None,
        reward: |obs, action| signed(action as f32 == obs),
        solution: &[known(0.0, 1.0, &[1.0, 0.0]), known(1.0, 1.0, &[0.0, 1.0])],
        tolerance: 2e-3,
    }),
};

const fn known(obs: f32, value: f64, probabilities: &'static [f64]) -> Known {
    Known {
        obs,
        value,
        probabilities,
    }
}

fn signed(is_right: bool) -> f32 {
    if is_right { 1.0 } else { -1.0 }
}
