//! CartPole against Gymnasium's own trajectories.

#![cfg(not(target_arch = "wasm32"))]

mod support;

use policy_lab::envs::cartpole::{self, State, has_fallen, next_state};
use support::{Tolerance, assert_close, fixture, flags, list, number, numbers};

/// One step in single precision against one in double precision, from a state that was rounded.
const ONE_STEP: Tolerance = Tolerance {
    relative: 2e-6,
    absolute: 2e-6,
};

fn state(value: &serde_json::Value) -> State {
    let entries = support::floats(value);
    entries.try_into().expect("a state has four entries")
}

#[test]
fn constants_are_gymnasiums() {
    let constants = &fixture("08_cartpole")["constants"];
    for (name, ours) in [
        ("gravity", cartpole::GRAVITY),
        ("masscart", cartpole::CART_MASS),
        ("masspole", cartpole::POLE_MASS),
        ("length_half", cartpole::HALF_LENGTH),
        ("force_mag", cartpole::FORCE),
        ("tau", cartpole::TAU_SECS),
        ("x_threshold", cartpole::X_LIMIT),
        ("theta_threshold_radians", cartpole::THETA_LIMIT_RAD),
        ("max_episode_steps", cartpole::MAX_EPISODE_STEPS as f32),
        ("reset_high", cartpole::RESET_LIMIT),
    ] {
        assert_eq!(number(&constants[name]) as f32, ours, "{name}");
    }
}

#[test]
fn single_steps_are_gymnasiums() {
    let fixture = fixture("08_cartpole");
    let steps = list(&fixture["single_steps"]);
    assert!(steps.len() >= 50);
    for (index, step) in steps.iter().enumerate() {
        let next = next_state(state(&step["state"]), number(&step["action"]) as u32);
        assert_close(
            &format!("single step {index}"),
            &next,
            &numbers(&step["next_float64"]),
            ONE_STEP,
        );
        assert_eq!(
            has_fallen(next),
            step["terminated"] == true,
            "single step {index}"
        );
    }
}

/// Each step from its recorded state: open loop, an error of 1e-12 grows to O(10) within 500 steps.
#[test]
fn every_step_of_every_sequence_is_gymnasiums() {
    let fixture = fixture("08_cartpole");
    for sequence in list(&fixture["sequences"]) {
        let name = sequence["name"].as_str().expect("a name");
        let actions = numbers(&sequence["inputs"]["actions"]);
        let expected = list(&sequence["expected"]["states_float64"]);
        let mut before = state(&sequence["inputs"]["initial_state"]);
        for (step, (action, after)) in actions.iter().zip(expected).enumerate() {
            let next = next_state(before, *action as u32);
            assert_close(
                &format!("{name} step {step}"),
                &next,
                &numbers(after),
                ONE_STEP,
            );
            let ends = sequence["expected"]["terminated_at_step"].as_u64() == Some(step as u64);
            if sequence["expected"].get("over_threshold").is_none() {
                assert_eq!(has_fallen(next), ends, "{name} step {step}");
            }
            before = state(after);
        }
        if let Some(over) = sequence["expected"].get("over_threshold") {
            let ours: Vec<bool> = expected
                .iter()
                .map(|after| has_fallen(state(after)))
                .collect();
            assert_eq!(ours, flags(over), "{name}");
        }
    }
}
