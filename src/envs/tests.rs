//! Each environment against numbers worked by hand, and the list of environments against the enum.

use super::spec::MAX_CONTROLS;
use super::*;

/// A transition by hand, `(state, action, reward, terminated)`. Of a cart: the state that it led
/// to, and 0 for the action, which its reward does not depend on. Of the others: the state before
/// it, which has the first of these numbers, and the action: its number, or a continuous one of one
/// number.
type Case = ([f32; 4], f32, f32, bool);

const UPRIGHT: [f32; 4] = [0.0; 4];
const FALLEN: [f32; 4] = [1.2, 0.0, 0.21, 0.0];
const OFF_TRACK: [f32; 4] = [2.5, 0.0, 0.0, 0.0];
const SPINNING: [f32; 4] = [0.5, -2.0, 3.0, 8.0];

/// Returns the transitions of an environment. Those of a new environment are worked out by hand
/// here.
fn cases(id: EnvId) -> Vec<Case> {
    match id {
        EnvId::Cartpole => vec![
            (UPRIGHT, 0.0, 1.0, false),
            // The reward of falling, here 0.25.
            (FALLEN, 0.0, 0.25, true),
            (OFF_TRACK, 0.0, 0.25, true),
        ],
        EnvId::Easycart => vec![
            (UPRIGHT, 0.0, 1.0, false),
            // ((1 - 0.21 / 0.2095) + (1 - 1.2 / 2.4)) / 2
            (FALLEN, 0.0, 0.248_807, true),
            // (1 + (1 - 2.5 / 2.4)) / 2
            (OFF_TRACK, 0.0, 0.479_167, true),
        ],
        EnvId::Spincart => vec![
            (UPRIGHT, 0.0, 0.0, false),
            // min(0.8, 1) - min(0.2 + 0.2, 1) / 2
            (SPINNING, 0.0, 0.6, false),
            // -min(1 + 0, 1) / 2
            (OFF_TRACK, 0.0, -0.5, true),
        ],
        EnvId::SpincartCourse => vec![
            // -max(0, 1) / 2
            (UPRIGHT, 0.0, -0.5, false),
            // min(0.8, 1) - max(0.2 + 0.2, 1) / 2
            (SPINNING, 0.0, 0.3, false),
            (OFF_TRACK, 0.0, -0.5, true),
        ],
        EnvId::Probe1 => vec![(UPRIGHT, 0.0, 1.0, true)],
        EnvId::Probe2 => vec![
            ([-1.0, 0.0, 0.0, 0.0], 0.0, -1.0, true),
            ([1.0, 0.0, 0.0, 0.0], 0.0, 1.0, true),
        ],
        EnvId::Probe3 => vec![
            (UPRIGHT, 0.0, 0.0, false),
            ([1.0, 0.0, 0.0, 0.0], 0.0, 1.0, true),
        ],
        EnvId::Probe4 => vec![(UPRIGHT, 0.0, -1.0, true), (UPRIGHT, 1.0, 1.0, true)],
        // Position and velocity.
        EnvId::Mountaincar => vec![
            ([-0.5, 0.0, 0.0, 0.0], 1.0, -1.0, false),
            // At the goal, but on the way back.
            ([0.6, -0.07, 0.0, 0.0], 0.0, -1.0, false),
            ([0.49, 0.07, 0.0, 0.0], 2.0, -1.0, true),
        ],
        // Both links hang; then they stand, and stay up for this step.
        EnvId::Acrobot => vec![
            (UPRIGHT, 1.0, -1.0, false),
            ([3.1, 0.0, 0.0, 0.0], 1.0, 0.0, true),
        ],
        // Angle and speed.
        EnvId::Pendulum => vec![
            // -(1.5² + 0.1 · 2² + 0.001 · 1²)
            ([1.5, 2.0, 0.0, 0.0], 1.0, -2.651, false),
            // A torque of 3 counts as 2.
            (UPRIGHT, 3.0, -0.004, false),
        ],
        EnvId::MountaincarContinuous => vec![
            // -0.1 · 0.5²
            ([-0.5, 0.0, 0.0, 0.0], 0.5, -0.025, false),
            // A force of -3 counts as -1.
            ([-0.5, 0.0, 0.0, 0.0], -3.0, -0.1, false),
            // At the goal, but on the way back.
            ([0.5, -0.03, 0.0, 0.0], 0.0, 0.0, false),
            ([0.44, 0.05, 0.0, 0.0], 1.0, 99.9, true),
        ],
        EnvId::Probe5 => vec![
            (UPRIGHT, 0.0, 1.0, true),
            (UPRIGHT, 1.0, -1.0, true),
            ([1.0, 0.0, 0.0, 0.0], 0.0, -1.0, true),
            ([1.0, 0.0, 0.0, 0.0], 1.0, 1.0, true),
        ],
    }
}

#[test]
fn every_environment_pays_and_ends_as_worked_by_hand() {
    for id in EnvId::ALL {
        let env = Env {
            terminal_reward: 0.25,
            ..Env::new(id)
        };
        let cases = cases(id);
        let is_endless = id == EnvId::Pendulum;
        assert_ne!(cases.iter().any(|case| case.3), is_endless, "{id:?}: ends");
        assert_ne!(id.dynamics().ends_episodes(), is_endless, "{id:?}: ends");
        for (state, action, reward, terminated) in cases {
            let moved = env.outcome_of_state(&state).unwrap_or_else(|| {
                let (number, drawn) = ([action as u32], [action]);
                let action = match id.controls() {
                    [] => Actions::Discrete(&number),
                    _ => Actions::Continuous(&drawn),
                };
                let moved = env.transition_by(&state[..id.state_size()], action);
                (moved.reward, moved.terminated)
            });
            let at = format!("{id:?} in {state:?}, action {action}");
            assert!((moved.0 - reward).abs() < 1e-6, "{at}: {moved:?}");
            assert_eq!(moved.1, terminated, "{at}");
        }
    }
}

/// As in Gymnasium, a cart at its limit is still on the track.
#[test]
fn only_beyond_a_limit_an_episode_ends() {
    let at_the_limits = [
        [cartpole::X_LIMIT, 0.0, 0.0, 0.0],
        [-cartpole::X_LIMIT, 0.0, 0.0, 0.0],
        [0.0, 0.0, cartpole::THETA_LIMIT_RAD, 0.0],
        [0.0, 0.0, -cartpole::THETA_LIMIT_RAD, 0.0],
    ];
    for id in EnvId::ALL.into_iter().filter(|id| id.is_cart()) {
        let ends = |state: [f32; 4]| Env::new(id).outcome_of_state(&state).expect("a cart").1;
        assert!(at_the_limits.into_iter().all(|state| !ends(state)));
        let beyond = cartpole::X_LIMIT.next_up();
        assert!(ends([beyond, 0.0, 0.0, 0.0]));
        assert!(ends([-beyond, 0.0, 0.0, 0.0]));
    }
}

/// An episode's return is its length where every state pays 1.
#[test]
fn what_pays_per_step_pays_one_wherever_the_cart_is() {
    for id in EnvId::ALL.into_iter().filter(|id| id.is_cart()) {
        let env = Env::new(id);
        let states = [UPRIGHT, FALLEN, OFF_TRACK, SPINNING];
        let pays_one = states.map(|state| env.outcome_of_state(&state).expect("a cart").0 == 1.0);
        assert_eq!(id.pays_per_step(), pays_one == [true; 4], "{id:?}");
    }
    assert!(!EnvId::Probe1.pays_per_step());
}

#[test]
fn all_environments_are_listed_by_the_names_that_files_have() {
    let listed = EnvId::ALL.map(|id| id.spec().key);
    // Serde lists the known names when it meets an unknown one.
    let unknown = serde_json::from_str::<EnvId>("\"none\"").expect_err("no such environment");
    let message = unknown.to_string();
    let names: Vec<&str> = message.split('`').skip(3).step_by(2).collect();
    assert_eq!(names, listed, "EnvId::ALL or a key differs from the enum");
}

/// Returns how many numbers an environment shows, how many discrete actions it takes, and how many
/// numbers a continuous action has. Those of a new environment are written down here.
fn sizes(id: EnvId) -> [usize; 3] {
    match id {
        EnvId::Cartpole | EnvId::Easycart | EnvId::Spincart | EnvId::SpincartCourse => [4, 2, 0],
        EnvId::Probe1 | EnvId::Probe2 | EnvId::Probe3 => [1, 1, 0],
        EnvId::Probe4 | EnvId::Probe5 => [1, 2, 0],
        EnvId::Mountaincar => [2, 3, 0],
        EnvId::Acrobot => [6, 3, 0],
        EnvId::Pendulum => [3, 0, 1],
        EnvId::MountaincarContinuous => [2, 0, 1],
    }
}

#[test]
fn every_environment_has_the_sizes_that_its_formulas_compute() {
    for id in EnvId::ALL {
        let (dynamics, spec) = (id.dynamics(), id.spec());
        let controls = id.controls();
        let found = [id.obs_size(), id.num_actions(), controls.len()];
        assert_eq!(found, sizes(id), "{id:?}");
        assert_eq!(dynamics.num_controls, controls.len(), "{id:?}");
        assert_eq!(dynamics.action_size(), controls.len().max(1), "{id:?}");
        assert!(controls.len() <= MAX_CONTROLS, "{id:?}");
        assert!(controls.iter().all(|it| it.low < it.high), "{id:?}");
        assert_eq!(dynamics.obs_size(), spec.obs.len(), "{id:?}");
        assert_eq!(dynamics.state_size(), spec.state.len(), "{id:?}");
        assert_eq!(dynamics.step.outputs.len(), spec.state.len() + 2, "{id:?}");
        // A rollout on a GPU is planned by the observation's size (`ops/gpu_layout.rs`).
        assert!(spec.state.len() <= spec.obs.len(), "{id:?}");
        for formula in [&dynamics.first, &dynamics.observe, &dynamics.step] {
            assert_eq!(formula.check(), Ok(()), "{id:?}");
        }
        let is_carts = spec.state == cartpole::SPEC.state;
        assert_eq!(id.is_cart(), is_carts, "{id:?}");
        assert!(dynamics.shows_state() || !id.is_cart(), "{id:?}");
    }
}

#[test]
fn a_probes_episodes_show_both_first_observations_and_all_that_is_known() {
    for (id, probe) in EnvId::ALL
        .into_iter()
        .filter_map(|id| Some((id, id.probe()?)))
    {
        let mut worlds = Worlds::new(64, Env::new(id), 1);
        for first in probe.first_obs {
            assert!(
                (0..64).any(|world| worlds.state(world) == [first]),
                "{id:?}"
            );
            assert!(
                probe.solution.iter().any(|known| known.obs == first),
                "{id:?}"
            );
        }
        let mut seen = Vec::new();
        for _ in 0..2 {
            worlds.append_states(&mut seen);
            worlds.step_all(Actions::Discrete(&[0; 64]), |_, _| {});
        }
        for known in probe.solution {
            assert!(seen.contains(&known.obs), "{id:?}");
            let sum: f64 = known.probabilities.iter().sum();
            let odds = known.probabilities.len();
            assert!(
                odds == id.num_actions() && sum == 1.0 || odds == 0 && id.num_actions() == 1,
                "{id:?}"
            );
        }
    }
}

#[test]
fn a_second_of_carts_has_fifty_steps_as_gymnasium_draws_it() {
    assert_eq!(cartpole::STEPS_PER_SEC, 50.0);
}
