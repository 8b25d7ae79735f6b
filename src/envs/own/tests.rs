use serde_json::Value;

use super::*;
use crate::envs::build::{Num, formula};
use crate::envs::{Actions, Autoreset, Env, Expression, Sketch, Worlds};

/// A point on a line: an action moves it by a tenth to the left, not at all, or to the right, and
/// chance by as much again. It pays for being near 0, ends beyond 1, and cuts an episode off after
/// the fifth step.
fn walk() -> OwnProgram {
    OwnProgram {
        name: "Walk".to_owned(),
        source: "class Walk(gym.Env):\n    pass\n".to_owned(),
        state: vec!["x".to_owned(), "self.t[0]".to_owned()],
        observation: OwnSpace {
            kind: "box".to_owned(),
            shape: vec![1],
            low: vec![None],
            high: vec![None],
            ..OwnSpace::default()
        },
        action: OwnSpace {
            kind: "discrete".to_owned(),
            n: 3,
            start: -1,
            ..OwnSpace::default()
        },
        time_limit: Some(50),
        draws: DrawCounts { first: 1, step: 1 },
        first: formula(1, |builder, draws| {
            vec![draws[0] - 0.5, builder.constant(0.0)]
        }),
        observe: formula(2, |_, state| vec![state[0]]),
        step: formula(4, |_, inputs| {
            let [x, t, action, draw] = [inputs[0], inputs[1], inputs[2], inputs[3]];
            let x = x + (action - 1.0) * 0.1 + (draw - 0.5) * 0.1;
            let t = t + 1.0;
            vec![x, t, -x.abs(), x.abs().more(1.0), t.at_least(5.0)]
        }),
        picture: None,
        is_stand_in: false,
    }
}

#[test]
fn a_program_is_an_environment_like_any_other() {
    let id = EnvId::own(walk()).expect("a world");
    assert_eq!(EnvId::own(walk()), Ok(id), "interned once");
    assert_eq!(
        [id.state_size(), id.obs_size(), id.num_actions()],
        [3, 1, 3]
    );
    assert_eq!(id.spec().name(), "Walk");
    assert_eq!(id.spec().state, ["x", "self_t_0"]);
    assert_eq!(id.spec().actions.names(), ["-1", "0", "1"]);
    assert_eq!(EnvId::of_key(id.spec().key), Some(id));
    assert!(EnvId::known_own().contains(&id));
    assert_eq!(id.has_strengths(), [false; 2]);
    let env = Env::new(id);
    assert_eq!(env.max_episode_steps, 50);
    let state = env.first_state(3, 0, 0);
    assert!(state[0].abs() <= 0.5 && state[1] == 0.0 && (0.0..1.0).contains(&state[2]));
    let moved = env.transition(&[0.95, 0.0, 0.9], 2);
    assert!((moved.state[0] - 1.09).abs() < 1e-6, "{moved:?}");
    assert!((moved.reward + 1.09).abs() < 1e-6);
    assert!(moved.terminated && !moved.truncated);
    let other = OwnProgram {
        name: "Other".to_owned(),
        ..walk()
    };
    assert_ne!(EnvId::own(other), Ok(id));
}

/// Once by the program, in the fifth step; and never by ending it.
#[test]
fn a_program_may_cut_an_episode_off() {
    let id = EnvId::own(walk()).expect("a world");
    for autoreset in [Autoreset::SameStep, Autoreset::NextStep] {
        let env = Env {
            autoreset,
            ..Env::new(id)
        };
        let mut worlds = Worlds::new(2, env, 3);
        let mut cut_off = Vec::new();
        for step in 1..=5 {
            worlds.step_all(Actions::Discrete(&[1, 1]), |world, moved| {
                assert!(!moved.terminated);
                if moved.truncated {
                    cut_off.push((step, world));
                }
            });
        }
        assert_eq!(cut_off, [(5, 0), (5, 1)]);
    }
}

#[test]
fn a_program_travels_with_its_settings() {
    let id = EnvId::own(walk()).expect("a world");
    let text = serde_json::to_string(&id).expect("JSON");
    assert!(text.starts_with('{'), "{text}");
    assert_eq!(serde_json::from_str::<EnvId>(&text).ok(), Some(id));
    for id in [id, EnvId::Cartpole] {
        let bytes = postcard::to_extend(&id, Vec::new()).expect("bytes");
        assert_eq!(postcard::from_bytes::<EnvId>(&bytes).ok(), Some(id));
    }
}

/// The reader's reward knows the numbers by names that an expression can have.
#[test]
fn a_program_takes_a_readers_reward() {
    let id = EnvId::own(walk()).expect("a world");
    let env = Env {
        reward: Expression::parse("10 * self_t_0 + terminated", id).ok(),
        ..Env::new(id)
    };
    assert!(env.reward.is_some());
    assert_eq!(env.transition(&[0.0, 1.0, 0.5], 1).reward, 20.0);
    assert_eq!(env.transition(&[2.0, 1.0, 0.5], 1).reward, 21.0);
}

#[test]
fn a_number_of_a_discrete_space_is_seen_as_a_one_among_zeros() {
    let program = OwnProgram {
        observation: OwnSpace {
            kind: "discrete".to_owned(),
            n: 4,
            start: 2,
            ..OwnSpace::default()
        },
        observe: formula(2, |_, state| vec![state[1]]),
        ..walk()
    };
    let id = EnvId::own(program).expect("a world");
    assert_eq!(id.obs_size(), 4);
    let seen = id.dynamics().observe.results(&[0.0, 4.0, 0.5]);
    assert_eq!(seen, [0.0, 0.0, 1.0, 0.0]);
}

#[test]
fn a_box_of_actions_is_held_within_its_limits() {
    let program = OwnProgram {
        action: OwnSpace {
            kind: "box".to_owned(),
            shape: vec![1],
            low: vec![Some(Bound(-2.0))],
            high: vec![Some(Bound(2.0))],
            ..OwnSpace::default()
        },
        ..walk()
    };
    let id = EnvId::own(program).expect("a world");
    assert_eq!((id.num_actions(), id.controls().len()), (0, 1));
    let moved = Env::new(id).transition_by(&[0.0, 0.0, 0.5], Actions::Continuous(&[9.0]));
    assert!((moved.state[0] - 0.1).abs() < 1e-6, "{moved:?}");
}

#[test]
fn a_state_without_a_picture_has_a_bar_for_each_number() {
    let id = EnvId::own(walk()).expect("a world");
    let sketch = Sketch::new(id.spec()).expect("a picture");
    let points = sketch.points(&[1.0, -3.0]);
    assert_eq!(
        points[2..],
        [[0.0, 0.0], [0.0, 0.5], [1.0, 0.0], [1.0, -0.75]]
    );
    assert_eq!(sketch.picture.rods.len(), 3);
}

#[test]
fn a_program_that_does_not_fit_is_refused_with_a_sentence() {
    let said = |program: OwnProgram| EnvId::own(program).expect_err("refused").to_string();
    let many = |count: usize| (0..count).map(|at| format!("x{at}")).collect::<Vec<_>>();
    let grown = |count: usize| OwnProgram {
        state: many(count),
        first: formula(1, |_, draws| vec![draws[0]; count]),
        observe: formula(count, |_, state| vec![state[0]]),
        step: formula(count + 2, |_, inputs| {
            let mut results: Vec<Num<'_>> = inputs[..count].to_vec();
            results.extend([inputs[0]; 3]);
            results
        }),
        ..walk()
    };
    assert!(EnvId::own(grown(MAX_STATE)).is_ok());
    assert!(said(grown(MAX_STATE + 1)).contains("32 numbers of state, and this one has 33"));
    let two_results = OwnProgram {
        step: formula(4, |_, inputs| inputs[..2].to_vec()),
        ..walk()
    };
    assert!(said(two_results).contains("other sizes"));
    let actions = OwnSpace {
        n: 17,
        ..walk().action
    };
    let many_actions = OwnProgram {
        action: actions,
        ..walk()
    };
    assert!(said(many_actions).contains("16 actions"));
    let boundless = OwnProgram {
        action: OwnSpace {
            kind: "box".to_owned(),
            low: vec![None],
            high: vec![None],
            ..OwnSpace::default()
        },
        ..walk()
    };
    assert!(said(boundless).contains("a smallest and a largest value"));
    let unseen = OwnProgram {
        observe: formula(2, |_, _| Vec::new()),
        ..walk()
    };
    assert!(said(unseen).contains("not empty"));
    let picture = OwnPicture {
        window: [0.0, 1.0, 0.0, 1.0].map(Bound),
        points: formula(2, |_, state| state.to_vec()),
        rods: vec![(0, 1)],
        discs: Vec::new(),
    };
    let badly_drawn = OwnProgram {
        picture: Some(picture),
        ..walk()
    };
    assert!(said(badly_drawn).contains("The picture joins points"));
    // A file from elsewhere says so too.
    let mut broken = serde_json::to_value(walk()).expect("JSON");
    broken["step"]["ops"] = Value::Array(Vec::new());
    let error = serde_json::from_value::<EnvId>(broken).expect_err("refused");
    assert!(error.to_string().contains("register"), "{error}");
}
