//! Calls of the interpreter's `own_environment`, which makes a program of an environment class.

use std::cell::RefCell;
use std::rc::Rc;

use policy_lab::python::protocol::Program;
use policy_lab_python::cell::Python;
use policy_lab_python::screen::{Showing, watched};
use serde::de::DeserializeOwned;

/// The file in which Python leaves its answer, because what it prints is cut off.
const ANSWER: &str = "answer.json";

/// Calls a function of `own_environment` with texts, and returns its answer.
///
/// # Errors
/// Python's traceback, or why its answer cannot be read.
pub fn ask<A: DeserializeOwned>(
    python: &Python,
    function: &str,
    given: &[&str],
) -> Result<A, String> {
    // A string of JSON is one of Python too.
    let given = given
        .iter()
        .map(|text| serde_json::Value::from(*text).to_string());
    let given: Vec<String> = given.collect();
    let source = format!(
        "import json\n\
         import own_environment\n\
         answer = own_environment.{function}({})\n\
         with open(\"{ANSWER}\", \"w\") as file:\n    json.dump(answer, file)\n",
        given.join(", ")
    );
    let program = Program {
        notebook: "environment".to_owned(),
        file: "ask.py".to_owned(),
        source,
        ..Program::default()
    };
    let answer = Rc::new(RefCell::new(Vec::new()));
    let kept = Rc::clone(&answer);
    let outcome = watched(
        move |showing| {
            if let Showing::Written(file) = showing
                && file.path == ANSWER
            {
                kept.replace(file.bytes);
            }
        },
        || python.run_program(&program),
    );
    if let Some(failure) = outcome.failure {
        return Err(failure.traceback);
    }
    serde_json::from_slice(&answer.take()).map_err(|error| error.to_string())
}
