//! Gymnasium's classic control against its recorded transitions (`tests/fixtures/12_*.json`), one
//! step at a time from each recorded state: errors of an open loop grow.
//!
//! Recorded are the environments themselves. Between a policy and an environment stand the limits
//! of a continuous action (`Dynamics::new`), so actions beyond them are held to the environment's
//! own formulas only.

use policy_lab::envs::build::formula;
use policy_lab::envs::formula::Formula;
use policy_lab::envs::spec::{Before, Control, Strengths};
use policy_lab::envs::{Actions, Env, EnvId, Mover, RulesOf, Transition, Worlds};
use serde_json::Value;

/// The largest difference of a reward, by its size above 1: Pendulum's cost doubles the rounding of
/// an angle, which there grows to 30.
const REWARD: f64 = 5e-6;

/// Names of the limits of a first state's numbers, with the place of the number.
const DRAWN: [(&str, usize); 4] = [
    ("reset", 0),
    ("reset_position", 0),
    ("reset_theta", 0),
    ("reset_thetadot", 1),
];

/// Returns the largest difference of a number of a state or an observation after one step in single
/// precision, by its size above 1. Acrobot's four slopes are sums of terms of some hundreds.
fn one_step(id: EnvId) -> f64 {
    match id {
        EnvId::Acrobot => 2e-5,
        _ => 1e-6,
    }
}

fn fixture() -> Value {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/fixtures/12_classic_control.json"
    );
    let text = std::fs::read_to_string(path).expect("the fixture");
    serde_json::from_str(&text).expect("JSON")
}

fn tasks() -> impl Iterator<Item = (EnvId, &'static str)> {
    let tasks = EnvId::ALL.into_iter();
    let classic = tasks.filter(|id| {
        // Bodies are held to a recording of their own (`lander/tests/gymnasium.rs`).
        !id.is_of_bodies() && id.task().is_some_and(|task| task.table.is_none())
    });
    classic.filter_map(|id| Some((id, id.task()?.gym_id?)))
}

fn numbers(value: &Value) -> Vec<f32> {
    let numbers = value.as_array().expect("a list").iter();
    numbers.map(number).collect()
}

fn number(value: &Value) -> f32 {
    value.as_f64().expect("a number") as f32
}

/// Returns the entry with this name; MountainCarContinuous has its states in single precision.
fn states<'a>(expected: &'a Value, name: &str) -> &'a Value {
    let of = |precision| expected.get(format!("{name}_{precision}"));
    of("float64").or(of("float32")).expect("states")
}

/// Returns the entries of a list of the fixture that are of one environment.
fn of<'a>(list: &'a Value, gym_id: &str) -> Vec<&'a Value> {
    let entries = list.as_array().expect("a list").iter();
    let entries: Vec<&Value> = entries.filter(|it| it["env"] == gym_id).collect();
    assert!(!entries.is_empty(), "nothing is recorded of {gym_id}");
    entries
}

/// Returns the single steps of one environment.
fn singles<'a>(fixture: &'a Value, gym_id: &str) -> impl Iterator<Item = &'a Value> {
    let entries = of(&fixture["singles"], gym_id).into_iter();
    entries.flat_map(|entry| entry["cases"].as_array().expect("cases"))
}

fn assert_close(ours: &[f32], recorded: &Value, tolerance: f64, at: &str) {
    let recorded = recorded.as_array().expect("a list");
    assert_eq!(ours.len(), recorded.len(), "{at}");
    for (ours, recorded) in ours.iter().zip(recorded) {
        assert_near(f64::from(*ours), recorded, tolerance, at);
    }
}

fn assert_near(ours: f64, recorded: &Value, tolerance: f64, at: &str) {
    let recorded = recorded.as_f64().expect("a number");
    let away = (ours - recorded).abs() / recorded.abs().max(1.0);
    assert!(away < tolerance, "{at}: {ours} and {recorded}");
}

fn observed(env: &Env, state: &[f32]) -> Vec<f32> {
    let mut obs = Vec::new();
    Mover::new(env).observe(state, &mut obs);
    obs
}

/// Returns what `then` returns for an action: the number of a discrete one, or a continuous one of
/// one number.
fn with_action<T>(id: EnvId, action: f32, then: impl FnOnce(Actions<'_>) -> T) -> T {
    match id.controls() {
        [] => then(Actions::Discrete(&[action as u32])),
        _ => then(Actions::Continuous(&[action])),
    }
}

/// Returns an environment's own formula: the next state, the reward and the end, from the state and
/// the action.
fn own_step(id: EnvId) -> Formula {
    let RulesOf::Here(environment) = id.rules() else {
        panic!("{id:?} has no file");
    };
    let (rules, size) = (&environment.rules, id.state_size());
    formula(size + 1, |builder, inputs| {
        let before = Before {
            state: inputs[..size].to_vec(),
            action: inputs[size],
            controls: vec![inputs[size]],
            terminal_reward: builder.constant(1.0),
            draws: Vec::new(),
            strengths: Strengths::OWN,
        };
        let mut outputs = (rules.next)(&before);
        let outcome = (rules.outcome)(&before, &outputs);
        outputs.extend([outcome.reward, outcome.terminated]);
        outputs
    })
}

/// Returns where an action leads by the environment's own formula and, unless it is beyond its
/// limits, as runs step the environment.
fn transitions(id: EnvId, own_step: &Formula, state: &[f32], action: f32) -> Vec<Transition> {
    let results = own_step.results(&[state, &[action]].concat());
    let (led_to, outcome) = results.split_at(state.len());
    let mut found = vec![Transition {
        state: led_to.to_vec(),
        reward: outcome[0],
        terminated: outcome[1] != 0.0,
        truncated: false,
    }];
    let allows = |control: &Control| (control.low..=control.high).contains(&action);
    if id.controls().iter().all(allows) {
        let env = Env::new(id);
        found.push(with_action(id, action, |it| env.transition_by(state, it)));
    }
    found
}

#[test]
fn single_steps_lead_where_gymnasium_leads() {
    let fixture = fixture();
    for (id, gym_id) in tasks() {
        let (env, own_step, tolerance) = (Env::new(id), own_step(id), one_step(id));
        for case in singles(&fixture, gym_id) {
            let at = format!("{gym_id}, {}", case["name"]);
            let (state, action) = (numbers(&case["state"]), number(&case["action"]));
            let expected = &case["expected"];
            for moved in transitions(id, &own_step, &state, action) {
                let next_state = states(expected, "next_state");
                assert_close(&moved.state, next_state, tolerance, &at);
                let obs = observed(&env, &moved.state);
                assert_close(&obs, &expected["obs_float32"], tolerance, &at);
                assert_eq!(moved.terminated, expected["terminated"], "{at}");
                assert_near(moved.reward.into(), &expected["reward"], REWARD, &at);
            }
        }
    }
}

#[test]
fn sequences_go_on_as_gymnasium_goes_on() {
    let fixture = fixture();
    for (id, gym_id) in tasks() {
        let own_step = own_step(id);
        for sequence in of(&fixture["sequences"], gym_id) {
            let (inputs, expected) = (&sequence["inputs"], &sequence["expected"]);
            let mut before = numbers(&inputs["initial_state"]);
            let states = states(expected, "states").as_array().expect("states");
            let actions = numbers(&inputs["actions"]);
            let ends_at = expected["terminated_at_step"].as_u64();
            let mut total = 0.0;
            for (step, (action, state)) in actions.iter().zip(states).enumerate() {
                let at = format!("{gym_id}, {}, step {step}", sequence["name"]);
                let found = transitions(id, &own_step, &before, *action);
                for moved in &found {
                    assert_close(&moved.state, state, one_step(id), &at);
                    if let Some(rewards) = expected.get("rewards") {
                        assert_near(moved.reward.into(), &rewards[step], REWARD, &at);
                    }
                    assert_eq!(moved.terminated, ends_at == Some(step as u64), "{at}");
                }
                total += f64::from(found[0].reward);
                before = numbers(state);
            }
            assert_near(total, &expected["sum_of_rewards"], REWARD, gym_id);
        }
    }
}

/// As Gymnasium's `ClipAction` does it around an environment.
#[test]
fn an_action_beyond_a_limit_counts_as_the_limit() {
    let fixture = fixture();
    for (id, gym_id) in tasks() {
        let [control] = id.controls() else { continue };
        let constants = &fixture["constants"][gym_id];
        let most = constants.get("max_action").or(constants.get("max_torque"));
        assert_eq!(control.high, number(most.expect("a limit")), "{gym_id}");
        assert_eq!(control.low, -control.high, "{gym_id}");
        let env = Env::new(id);
        for case in singles(&fixture, gym_id) {
            let state = numbers(&case["state"]);
            let by = |action| env.transition_by(&state, Actions::Continuous(&[action]));
            for (beyond, limit) in [
                (control.high + 0.5, control.high),
                (3.0 * control.low, control.low),
            ] {
                assert_eq!(by(beyond), by(limit), "{gym_id}, {}", case["name"]);
            }
        }
    }
}

#[test]
fn episodes_are_cut_off_where_gymnasium_cuts_them_off() {
    let fixture = fixture();
    for (id, gym_id) in tasks() {
        let task = id.task().expect("a task");
        for case in of(&fixture["truncation"], gym_id) {
            let env = Env {
                max_episode_steps: task.time_limit,
                ..Env::new(id)
            };
            let mut worlds = Worlds::new(1, env, 1);
            let mut words = worlds.words();
            for (word, number) in words.iter_mut().zip(numbers(&case["initial_state"])) {
                *word = number.to_bits() as i32;
            }
            worlds.set_words(&words);
            let action = number(&case["constant_action"]);
            let ends = (1..=1_000).find_map(|step| {
                let taken = with_action(id, action, |it| worlds.step_by(0, it));
                (taken.terminated || taken.truncated).then_some((step, taken.truncated))
            });
            let expected = case["steps_until_end"].as_u64().expect("a count");
            assert_eq!(ends, Some((expected, true)), "{gym_id}");
        }
    }
}

#[test]
fn first_states_are_seen_and_drawn_as_gymnasium_does() {
    let fixture = fixture();
    for (id, gym_id) in tasks() {
        let env = Env::new(id);
        for case in of(&fixture["reset_examples"], gym_id) {
            let seen = observed(&env, &numbers(&case["state"]));
            assert_close(&seen, &case["obs_float32"], one_step(id), gym_id);
        }
        let constants = &fixture["constants"][gym_id];
        let worlds = Worlds::new(2_000, env, 1);
        let mut compared = 0;
        for (key, place) in DRAWN {
            let Some(bounds) = constants.get(key) else {
                continue;
            };
            let [low, high] = numbers(bounds)[..] else {
                panic!("{gym_id}: {key} has no two bounds");
            };
            let drawn: Vec<f32> = (0..2_000).map(|world| worlds.state(world)[place]).collect();
            let least = drawn.iter().copied().fold(f32::INFINITY, f32::min);
            let most = drawn.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let near = 0.01 * (high - low);
            let at = format!("{gym_id}, {key}: {least} to {most}");
            assert!(low <= least && least < low + near, "{at}");
            assert!(high - near < most && most <= high, "{at}");
            compared += 1;
        }
        assert!(compared > 0, "no first state of {gym_id}");
    }
}
