//! Gymnasium, gym and numpy's random numbers: what they give for a seed, gym's two interfaces, and
//! what they refuse.

use policy_lab::python::protocol::Program;
use policy_lab_python::cell::Python;

mod chosen;

const SCENARIOS: &str = include_str!("gymnasium/scenarios.py");
/// Written by `record.py` with Gymnasium and numpy themselves.
const RECORDED: &str = include_str!("gymnasium/recorded.json");

/// Runs a program in an interpreter of its own. It must not raise.
fn run(source: &str) {
    let outcome = Python::new().run_program(&Program {
        source: source.to_owned(),
        ..Program::default()
    });
    if let Some(failure) = outcome.failure {
        panic!("{}\n{}", outcome.output, failure.traceback);
    }
}

#[test]
fn a_seed_gives_what_gymnasium_and_numpy_give() {
    let compare = include_str!("gymnasium/compare.py");
    run(&format!("recorded = {RECORDED}\n{SCENARIOS}\n{compare}"));
}

#[test]
fn a_difference_is_found() {
    let changed = RECORDED.replacen("\"pendulum\": [200", "\"pendulum\": [201", 1);
    assert_ne!(changed, RECORDED);
    let compare = include_str!("gymnasium/compare.py");
    let outcome = Python::new().run(&format!("recorded = {changed}\n{SCENARIOS}\n{compare}"));
    let failure = outcome.failure.expect("a difference");
    assert!(
        failure.traceback.contains("instead of 201"),
        "{}",
        failure.traceback
    );
}

#[test]
fn a_lander_flies_as_on_box2d_and_says_what_it_cannot_take() {
    let recorded = include_str!("gymnasium/lander.json");
    let flights = include_str!("gymnasium/lander.py");
    let fly = include_str!("gymnasium/fly.py");
    run(&format!("recorded = {recorded}\n{flights}\n{fly}"));
}

#[test]
fn gym_speaks_the_old_interface() {
    run(include_str!("gymnasium/old_interface.py"));
}

#[test]
fn gym_speaks_the_new_interface() {
    run(include_str!("gymnasium/new_interface.py"));
}

#[test]
fn gymnasium_tells_of_an_end_as_before_1_0_to_who_asks_so() {
    run(include_str!("gymnasium/older_gymnasium.py"));
}

#[test]
fn a_wrong_guess_names_the_other_interface() {
    run(include_str!("gymnasium/unshown.py"));
}

/// An exercise holds the reader's own `step` to recorded transitions.
#[test]
fn the_transitions_of_the_exercise_are_those_of_the_fixture() {
    let fixture = include_str!("../../tests/fixtures/08_cartpole.json");
    // A string of JSON is one of Python too.
    let recorded = serde_json::Value::from(fixture).to_string();
    let compare = include_str!("gymnasium/cartpole.py");
    crate::must(&Python::new(), &format!("recorded = {recorded}\n{compare}"));
}

#[test]
fn what_is_not_here_says_what_to_use() {
    run(include_str!("gymnasium/refusals.py"));
}

#[test]
fn own_environments_have_names() {
    run(include_str!("gymnasium/own_ids.py"));
}

#[test]
fn pictures_and_films_show_the_carts() {
    run(include_str!("gymnasium/drawn.py"));
}
