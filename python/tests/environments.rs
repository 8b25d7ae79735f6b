//! Programs made of environment classes: classes in many styles become programs whose formulas the
//! engine reads, what cannot become one is refused with its line, and questions are answered.

mod examined;
mod refused;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use policy_lab::envs::OwnProgram;
use policy_lab::envs::own::{MAX_ACTIONS, MAX_OBS, MAX_STATE, MAX_STEP_OPS};
use policy_lab::envs::spec::MAX_CONTROLS;
use policy_lab_python::cell::Python;
use serde::Deserialize;
use serde_json::json;

use crate::answering::{Answering, Questions};
use crate::environment::ask;

/// Of what the class computes, or of 1 where that is less.
const TOLERANCE: f32 = 1e-4;

/// What Python says of a class.
#[derive(Debug, Deserialize)]
struct Report {
    became_program: bool,
    #[serde(default)]
    line: Option<usize>,
    #[serde(default)]
    sentence: String,
    #[serde(default)]
    compared_steps: usize,
    #[serde(default)]
    program: Option<OwnProgram>,
    /// Steps of the class.
    #[serde(default)]
    examples: Vec<Example>,
}

/// A step of the class: the inputs of the formula, and the numbers that the class computed.
#[derive(Debug, Deserialize)]
struct Example {
    inputs: Vec<f32>,
    results: Vec<f32>,
}

/// The class is refused in Python by the limits that its program would meet in Rust.
#[test]
fn a_program_has_one_set_of_limits() {
    let limits = [MAX_STATE, MAX_STEP_OPS, MAX_OBS, MAX_ACTIONS, MAX_CONTROLS];
    let names = "p.MOST_STATE, p.MOST_STEP_OPS, p.MOST_SEEN, p.MOST_ACTIONS, p.MOST_CONTROLS";
    let compared = Python::new().run(&format!(
        "from importlib import import_module\np = import_module('own_environment._program')\nfound = [{names}]\nassert found == {limits:?}, found"
    ));
    assert_eq!(compared.failure, None);
}

fn folder(inner: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/worlds")
        .join(inner)
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a text")
}

fn report(text: &str) -> Report {
    let found = ask(&Python::new(), "report", &[text, "environment.py"]);
    found.unwrap_or_else(|why| panic!("{text}\n{why}"))
}

/// Returns the classes of a folder, by their names.
fn classes(inner: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(inner)).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "py"))
        .collect();
    paths.sort();
    paths
}

/// Makes a program of each of these, and lets the engine's interpreter take steps that the class
/// took.
fn become_programs(paths: &[PathBuf]) {
    for path in paths {
        let report = report(&text(path));
        let path = path.display();
        assert!(
            report.became_program,
            "{path}, line {:?}: {}",
            report.line, report.sentence
        );
        assert!(report.compared_steps >= 1_000, "{path}");
        let program = report.program.expect("a program");
        program.check().expect("formulas that fit");
        for example in &report.examples {
            let results = program.step.results(&example.inputs);
            assert_eq!(results.len(), example.results.len(), "{path}");
            for (place, (ours, right)) in results.iter().zip(&example.results).enumerate() {
                assert!(
                    (ours - right).abs() <= TOLERANCE * right.abs().max(1.0),
                    "{path}: number {place} is {ours}, and {right} in the class"
                );
            }
        }
    }
}

/// A third of them for each change, and all of them for a release.
#[test]
fn classes_in_many_styles_become_programs() {
    let paths = classes("");
    assert!(paths.len() >= 30, "{paths:?}");
    let every = match env::var_os("POLICY_LAB_MORE") {
        Some(_) => 1,
        None => 3,
    };
    let some: Vec<PathBuf> = paths.into_iter().step_by(every).collect();
    become_programs(&some);
}

/// The environment of the course's exercise trains as its text says, and so do the variants there.
#[test]
fn the_cartpole_of_the_exercise_and_its_variants_become_programs() {
    let exercise = folder("../../../course/exercises/V-E1");
    let solution = text(&exercise.join("solution.py"));
    let told = text(&exercise.join("text.md"));
    let blocks = told.split("```python\n").skip(1);
    let blocks = blocks.filter_map(|block| block.split("```").next());
    let variants: Vec<&str> = blocks.filter(|it| it.starts_with("class ")).collect();
    assert_eq!(variants.len(), 2, "{variants:?}");
    // What each of them is shown of the state, and what it draws in a step.
    for (variant, seen, draws) in [("", 4, 0), (variants[0], 2, 0), (variants[1], 4, 2)] {
        let report = report(&format!("{solution}\n\n{variant}"));
        assert!(
            report.became_program,
            "{variant}, line {:?}: {}",
            report.line, report.sentence
        );
        let program = report.program.expect("a program");
        program.check().expect("formulas that fit");
        let (observed, drawn) = (program.observe.outputs.len(), program.draws.step);
        assert_eq!((observed, drawn), (seen, draws), "{variant}");
    }
}

/// A reward that counts calls outside of the environment is no formula of its state.
#[test]
fn a_program_that_parts_from_its_class_takes_no_place() {
    let pond = text(&folder("pond.py"));
    let counting = pond.replace("MAP = [", "CALLS = [0]\nMAP = [").replace(
        "        action = (",
        "        CALLS[0] += 1\n        action = (",
    );
    let counting = counting.replace("1.0 if cell == \"G\" else 0.0", "float(CALLS[0] % 2)");
    assert_ne!(counting, pond);
    let report = report(&counting);
    assert!(!report.became_program);
    assert_eq!(
        report.sentence,
        "The program computes another reward than the class."
    );
}

/// Steps of the class as CPython and numpy took them, many of them on either side of a border
/// between two ways.
#[derive(Debug, Deserialize)]
struct Recorded {
    right: Vec<Right>,
}

#[derive(Debug, Deserialize)]
struct Right {
    obs: Vec<f32>,
    reward: f32,
    terminated: bool,
    truncated: bool,
}

#[test]
fn programs_take_the_steps_that_were_recorded() {
    for name in ["ferry", "hill_cruise", "key_room", "lander1d"] {
        let class = text(&folder(&format!("{name}.py")));
        let recorded = text(&folder(&format!("recorded/{name}.json")));
        let questions: Questions = serde_json::from_str(&recorded).expect("questions");
        let Recorded { right } = serde_json::from_str(&recorded).expect("steps");
        let layout = questions.layout.to_string();
        let given = [class.as_str(), "environment.py", &layout];
        let answering: Answering = ask(&Python::new(), "answering", &given).expect("a program");
        let answers = answering.answer(&questions).expect("answers");
        let answers = serde_json::to_value(answers).expect("JSON");
        let steps: Vec<Right> = serde_json::from_value(answers["steps"].clone()).expect("steps");
        assert_eq!(steps.len(), right.len());
        for (place, (ours, right)) in steps.iter().zip(&right).enumerate() {
            let ends = (ours.terminated, ours.truncated);
            assert_eq!(
                ends,
                (right.terminated, right.truncated),
                "{name}, step {place}"
            );
            let numbers = |it: &Right| [it.obs.as_slice(), &[it.reward]].concat();
            for (ours, right) in numbers(ours).into_iter().zip(numbers(right)) {
                assert!(
                    (ours - right).abs() <= TOLERANCE * right.abs().max(1.0),
                    "{name}, step {place}: {ours}, and {right} was recorded"
                );
            }
        }
    }
}

#[test]
fn questions_are_answered_by_what_the_program_computes() {
    let attributes = json!([{"attribute": "s", "kind": "scalar", "numbers": "int", "count": 1}]);
    let step = |state: u32, action: u32, slip: i32| {
        json!({
            "state": [state],
            "action": action,
            "draws": [{"method": "integers", "value": slip}],
        })
    };
    let asked = json!({
        "layout": attributes,
        "steps": [step(0, 2, 0), step(14, 2, 0), step(14, 1, 1), step(4, 2, 0)],
        "runs": [{
            "state": [13],
            "actions": [2, 2],
            "draws": [[{"value": 0}], [{"value": 0}]],
        }],
        "resets": [{"draws": []}],
        "samples": {"reset": 3, "steps": [{"state": [0], "action": 2}]},
    });
    let questions: Questions = serde_json::from_value(asked).expect("questions");
    let (pond, layout) = (text(&folder("pond.py")), questions.layout.to_string());
    let given = [pond.as_str(), "environment.py", &layout];
    let answering: Answering = ask(&Python::new(), "answering", &given).expect("a program");
    let answers = answering.answer(&questions).expect("answers");
    let answers = serde_json::to_value(answers).expect("JSON");
    let answer = |obs: f32, reward: f32, terminated: bool| {
        json!({
            "obs": obs,
            "reward": reward,
            "terminated": terminated,
            "truncated": false,
        })
    };
    assert_eq!(
        answers["steps"],
        json!([
            answer(1.0, 0.0, false),
            answer(15.0, 1.0, true),
            answer(15.0, 1.0, true),
            answer(5.0, 0.0, true),
        ])
    );
    assert_eq!(answers["runs"][0]["obs"], json!([14.0, 15.0]));
    assert_eq!(answers["resets"], json!([{"obs": 0.0}]));
    let seen = answers["samples"]["steps"][0].as_array().expect("samples");
    // To the right, down, or against the edge above, each as often.
    for place in [0.0, 1.0, 4.0] {
        let count = seen.iter().filter(|obs| obs.as_f64() == Some(place));
        let share = count.count() as f64 / seen.len() as f64;
        assert!((share - 1.0 / 3.0).abs() < 0.02, "{place}: {share}");
    }
}
