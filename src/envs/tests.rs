//! What holds for every environment. Its file has the numbers worked by hand.

use super::spec::{KnownPolicy, MAX_CONTROLS};
use super::*;
use crate::random::{Purpose, Stream};

/// A transition by hand, `(state, action, reward, terminated)`. Of a cart: the state that it led
/// to, and 0 for the action, which its reward does not depend on. Of the others: the state before
/// it, which has the first of these numbers, and zeros after them; and the action: its number, or
/// all numbers of a continuous one.
pub type WorkedStep<const N: usize> = ([f32; N], f32, f32, bool);

pub const UPRIGHT: [f32; 4] = [0.0; 4];
pub const FALLEN: [f32; 4] = [1.2, 0.0, 0.21, 0.0];
pub const OFF_TRACK: [f32; 4] = [2.5, 0.0, 0.0, 0.0];
pub const SPINNING: [f32; 4] = [0.5, -2.0, 3.0, 8.0];

/// Holds an environment to what was worked out by hand, in its own file: how many numbers it shows,
/// how many discrete actions it takes, and how many numbers a continuous action has; and some
/// transitions, of which one ends an episode, unless only the time limit does. Where a step that
/// ends an episode has a reward of its own, it is 0.25.
pub fn worked<const N: usize>(id: EnvId, sizes: [usize; 3], cases: &[WorkedStep<N>]) {
    let found = [id.obs_size(), id.num_actions(), id.controls().len()];
    assert_eq!(found, sizes, "{id:?}");
    let env = Env {
        terminal_reward: 0.25,
        ..Env::new(id)
    };
    let ends = id.dynamics().ends_episodes();
    assert_eq!(cases.iter().any(|case| case.3), ends, "{id:?}: ends");
    for (state, action, reward, terminated) in cases {
        let moved = env.outcome_of_state(state).unwrap_or_else(|| {
            let (number, drawn) = ([*action as u32], [*action; MAX_CONTROLS]);
            let action = match id.controls() {
                [] => Actions::Discrete(&number),
                controls => Actions::Continuous(&drawn[..controls.len()]),
            };
            let mut begun = state.to_vec();
            begun.resize(id.state_size(), 0.0);
            let moved = env.transition_by(&begun, action);
            (moved.reward, moved.terminated)
        });
        let at = format!("{id:?} in {state:?}, action {action}");
        assert!((moved.0 - reward).abs() < 1e-6, "{at}: {moved:?}");
        assert_eq!(moved.1, *terminated, "{at}");
    }
}

#[test]
fn every_environment_is_worked_out_by_hand_in_its_file() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/envs");
    let files = std::fs::read_dir(folder).expect("the environments");
    // A folder beside them is no text.
    let texts = files.filter_map(|file| std::fs::read_to_string(file.expect("a file").path()).ok());
    let all: String = texts.collect();
    for id in EnvId::ALL {
        let call = format!("worked(EnvId::{id:?}, ");
        let wrapped = format!("worked(\n            EnvId::{id:?},");
        assert!(all.contains(&call) || all.contains(&wrapped), "{id:?}");
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
    for id in EnvId::ALL {
        let written = serde_json::to_string(&id).expect("JSON");
        assert_eq!(written, format!("\"{}\"", id.spec().key));
        assert_eq!(serde_json::from_str::<EnvId>(&written).ok(), Some(id));
        assert_eq!(
            EnvId::of_key(id.spec().key),
            Some(id),
            "a key is there twice"
        );
    }
    let unknown = serde_json::from_str::<EnvId>("\"none\"").expect_err("no such environment");
    assert!(unknown.to_string().contains("\"none\""), "{unknown}");
}

#[test]
fn every_environment_has_the_sizes_that_its_formulas_compute() {
    for id in EnvId::ALL {
        let (dynamics, spec) = (id.dynamics(), id.spec());
        let controls = id.controls();
        assert_eq!(dynamics.num_controls, controls.len(), "{id:?}");
        assert_eq!(dynamics.action_size(), controls.len().max(1), "{id:?}");
        assert!(controls.len() <= MAX_CONTROLS, "{id:?}");
        assert!(controls.iter().all(|it| it.low < it.high), "{id:?}");
        assert_eq!(dynamics.obs_size(), spec.obs.len(), "{id:?}");
        assert_eq!(dynamics.computed_size(), spec.state.len(), "{id:?}");
        assert_eq!(dynamics.state_size(), id.state_size(), "{id:?}");
        assert_eq!(dynamics.step.outputs.len(), spec.state.len() + 2, "{id:?}");
        for formula in [&dynamics.first, &dynamics.observe, &dynamics.step] {
            assert_eq!(formula.check(), Ok(()), "{id:?}");
        }
        let is_carts = spec.state == cartpole::SPEC.spec.state;
        assert_eq!(id.is_cart(), is_carts, "{id:?}");
        assert!(dynamics.shows_state() || !id.is_cart(), "{id:?}");
    }
}

/// Twice as strong, once: gravity pulls where it pulled, and a push moves twice as far.
#[test]
fn forces_are_as_strong_as_they_are_said_to_be() {
    let moved = |id: EnvId, state: &[f32], action: f32, gravity: f32, force: f32| {
        let env = Env {
            strengths: Strengths { gravity, force },
            ..Env::new(id)
        };
        let (number, drawn) = ([action as u32], [action]);
        let action = match id.controls() {
            [] => Actions::Discrete(&number),
            _ => Actions::Continuous(&drawn),
        };
        env.transition_by(state, action).state
    };
    for (id, state, still, speed) in [
        // No push: 3 · 10 / 2 · sin(0.5) · 0.05 of speed.
        (EnvId::Pendulum, &[0.5, 0.0][..], 0.0, 1),
        (EnvId::Mountaincar, &[-0.3, 0.0][..], 1.0, 1),
        (EnvId::MountaincarContinuous, &[-0.3, 0.0][..], 0.0, 1),
    ] {
        let by = |gravity| moved(id, state, still, gravity, 1.0)[speed];
        let (once, twice) = (by(1.0), by(2.0));
        assert!((twice - 2.0 * once).abs() < 1e-6, "{id:?}: {once}, {twice}");
        assert_eq!(by(0.0), 0.0, "{id:?}");
    }
    for (id, state, push, speed) in [
        (EnvId::Pendulum, &[0.0, 0.0][..], 1.0, 1),
        (EnvId::Cartpole, &[0.0; 4][..], 1.0, 1),
        (EnvId::Mountaincar, &[-0.5, 0.0][..], 2.0, 1),
        (EnvId::MountaincarContinuous, &[-0.5, 0.0][..], 1.0, 1),
    ] {
        // Without gravity all of the speed is the push's.
        let by = |force| moved(id, state, push, 0.0, force)[speed];
        let (once, twice) = (by(1.0), by(2.0));
        assert!((twice - 2.0 * once).abs() < 1e-6 && once != 0.0, "{id:?}");
        assert_eq!(by(0.0), 0.0, "{id:?}");
    }
    // A lifted link falls sooner; its way is no straight line.
    let falls = |gravity| moved(EnvId::Acrobot, &[0.5, 0.0, 0.0, 0.0], 1.0, gravity, 1.0)[2];
    assert!(falls(2.0) < falls(1.0) && falls(1.0) < 0.0);
    assert!(falls(0.0).abs() < 1e-6);
    assert_eq!(EnvId::FrozenLake.has_strengths(), [false; 2]);
    assert_eq!(EnvId::Acrobot.has_strengths(), [true; 2]);
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
            let actions = match id.controls() {
                [] => Actions::Discrete(&[0; 64]),
                _ => Actions::Continuous(&[0.0; 64]),
            };
            worlds.step_all(actions, |_, _| {});
        }
        for known in probe.solution {
            assert!(seen.contains(&known.obs), "{id:?}");
            let fits = match known.policy {
                KnownPolicy::Any => id.num_outputs() == 1,
                KnownPolicy::Probabilities(all) => {
                    all.len() == id.num_actions() && all.iter().sum::<f64>() == 1.0
                }
                KnownPolicy::Means(all) => {
                    let within = |(mean, control): (&f64, &Control)| {
                        (control.low..=control.high).contains(&(*mean as f32))
                    };
                    all.len() == id.controls().len() && all.iter().zip(id.controls()).all(within)
                }
            };
            assert!(fits, "{id:?}");
        }
    }
}

/// Each probe has a twin that takes a continuous action, begins alike and asks the same.
#[test]
fn a_continuous_probe_asks_what_its_discrete_twin_asks() {
    for (discrete, continuous) in [
        (EnvId::Probe1, EnvId::Probe1Continuous),
        (EnvId::Probe2, EnvId::Probe2Continuous),
        (EnvId::Probe3, EnvId::Probe3Continuous),
        (EnvId::Probe4, EnvId::Probe4Continuous),
        (EnvId::Probe5, EnvId::Probe5Continuous),
    ] {
        let [one, other] = [discrete, continuous].map(|id| id.probe().expect("a probe"));
        let is_free = |probe: &Probe| {
            let mut policies = probe.solution.iter().map(|known| known.policy);
            policies.all(|policy| matches!(policy, KnownPolicy::Any))
        };
        assert_eq!(is_free(one), is_free(other), "{continuous:?}");
        assert_eq!(one.solution.len(), other.solution.len(), "{continuous:?}");
        if is_free(one) {
            // The same formulas: neither reads the action.
            let [one, other] = [discrete, continuous].map(|id| &id.dynamics().step);
            assert_eq!(one, other, "{continuous:?}");
        }
    }
}

/// What is known of the value is what the rewards of drawn actions come to: with a wide policy and
/// with a narrow one, at the best mean, and less at another.
#[test]
fn a_gaussian_policy_earns_what_is_known_of_its_mean_and_deviation() {
    const COUNT: usize = 5_000;
    for id in [EnvId::Probe4Continuous, EnvId::Probe5Continuous] {
        let env = Env::new(id);
        for known in id.probe().expect("a probe").solution {
            let KnownPolicy::Means([best]) = known.policy else {
                panic!("{id:?} knows no mean");
            };
            let stream = Stream::new(3, Purpose::Check);
            // The mean of N rewards -σ² n² has a deviation of σ² √(2 / N).
            let earned = |mean: f64, deviation: f64| {
                let rewards = (0..COUNT as u32).map(|draw| {
                    let [normal, _] = stream.normals([0, draw]);
                    let action = [(mean + deviation * normal) as f32];
                    let moved = env.transition_by(&[known.obs], Actions::Continuous(&action));
                    f64::from(moved.reward)
                });
                rewards.sum::<f64>() / COUNT as f64
            };
            for deviation in [0.75, 0.25] {
                let value = known.value_at(&[(deviation as f32).ln()]);
                assert!((value + deviation * deviation).abs() < 1e-6, "{id:?}");
                let error = 4.0 * deviation * deviation * (2.0 / COUNT as f64).sqrt();
                let found = earned(*best, deviation);
                assert!((found - value).abs() < error, "{id:?}: {found}, {value}");
                assert!(earned(best + 0.5, deviation) < value - 0.15, "{id:?}");
            }
        }
    }
}

#[test]
fn a_second_of_carts_has_fifty_steps_as_gymnasium_draws_it() {
    assert_eq!(cartpole::STEPS_PER_SEC, 50.0);
}
