//! Gymnasium's classic control against its recorded transitions (`tests/fixtures/12_*.json`), one
//! step at a time from each recorded state: errors of an open loop grow.

use policy_lab::envs::{Env, EnvId, Mover, Worlds};
use serde_json::Value;

/// The largest difference of a number of a state or an observation after one step in single
/// precision, by its size above 1. Acrobot's four slopes are sums of terms of some hundreds.
const ONE_STEP: f64 = 2e-5;

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
    tasks.filter_map(|id| Some((id, id.task()?.gym_id)))
}

fn numbers(value: &Value) -> Vec<f32> {
    let numbers = value.as_array().expect("a list").iter();
    numbers
        .map(|it| it.as_f64().expect("a number") as f32)
        .collect()
}

/// Returns the entries of a list of the fixture that are of one environment.
fn of<'a>(list: &'a Value, gym_id: &str) -> Vec<&'a Value> {
    let entries = list.as_array().expect("a list").iter();
    let entries: Vec<&Value> = entries.filter(|it| it["env"] == gym_id).collect();
    assert!(!entries.is_empty(), "nothing is recorded of {gym_id}");
    entries
}

fn assert_close(ours: &[f32], recorded: &Value, at: &str) {
    let recorded = recorded.as_array().expect("a list");
    assert_eq!(ours.len(), recorded.len(), "{at}");
    for (ours, recorded) in ours.iter().zip(recorded) {
        let recorded = recorded.as_f64().expect("a number");
        let away = (f64::from(*ours) - recorded).abs() / recorded.abs().max(1.0);
        assert!(away < ONE_STEP, "{at}: {ours} and {recorded}");
    }
}

fn observed(env: &Env, state: &[f32]) -> Vec<f32> {
    let mut obs = Vec::new();
    Mover::new(env).observe(state, &mut obs);
    obs
}

#[test]
fn single_steps_lead_where_gymnasium_leads() {
    let fixture = fixture();
    for (id, gym_id) in tasks() {
        let env = Env::new(id);
        for entry in of(&fixture["singles"], gym_id) {
            for case in entry["cases"].as_array().expect("cases") {
                let at = format!("{gym_id}, {}", case["name"]);
                let action = case["action"].as_u64().expect("an action") as u32;
                let moved = env.transition(&numbers(&case["state"]), action);
                let expected = &case["expected"];
                assert_close(&moved.state, &expected["next_state_float64"], &at);
                assert_close(&observed(&env, &moved.state), &expected["obs_float32"], &at);
                assert_eq!(moved.terminated, expected["terminated"], "{at}");
                assert_eq!(f64::from(moved.reward), expected["reward"], "{at}");
            }
        }
    }
}

#[test]
fn sequences_go_on_as_gymnasium_goes_on() {
    let fixture = fixture();
    for (id, gym_id) in tasks() {
        let env = Env::new(id);
        for sequence in of(&fixture["sequences"], gym_id) {
            let (inputs, expected) = (&sequence["inputs"], &sequence["expected"]);
            let mut before = numbers(&inputs["initial_state"]);
            let states = expected["states_float64"].as_array().expect("states");
            let actions = numbers(&inputs["actions"]);
            let (mut ended_at, mut total) = (None, 0.0);
            for (step, (action, state)) in actions.iter().zip(states).enumerate() {
                let at = format!("{gym_id}, {}, step {step}", sequence["name"]);
                let moved = env.transition(&before, *action as u32);
                assert_close(&moved.state, state, &at);
                total += f64::from(moved.reward);
                if moved.terminated {
                    ended_at.get_or_insert(step);
                }
                before = numbers(state);
            }
            let recorded = &expected["terminated_at_step"];
            assert_eq!(ended_at.map(|it| it as u64), recorded.as_u64(), "{gym_id}");
            assert_eq!(total, expected["sum_of_rewards"], "{gym_id}");
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
            let action = case["constant_action"].as_u64().expect("an action") as u32;
            let ends = (1..=1_000).find_map(|step| {
                let taken = worlds.step(0, action);
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
            assert_close(&seen, &case["obs_float32"], gym_id);
        }
        let constants = &fixture["constants"][gym_id];
        let bounds = constants.get("reset").or(constants.get("reset_position"));
        let [low, high] = numbers(bounds.expect("bounds"))[..] else {
            panic!("{gym_id}: no two bounds");
        };
        let worlds = Worlds::new(2_000, env, 1);
        let drawn: Vec<f32> = (0..2_000).map(|world| worlds.state(world)[0]).collect();
        let least = drawn.iter().copied().fold(f32::INFINITY, f32::min);
        let most = drawn.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let width = high - low;
        assert!(
            low <= least && least < low + 0.01 * width,
            "{gym_id}: {least}"
        );
        assert!(
            high - 0.01 * width < most && most <= high,
            "{gym_id}: {most}"
        );
    }
}
