//! An environment class of a reader's as a program, as the interpreter's `own_environment` makes
//! it: plain data, whose formulas the engine reads.

use std::cell::RefCell;
use std::rc::Rc;

use policy_lab::envs::formula::{Formula, FormulaError};
use policy_lab::python::protocol::Program;
use policy_lab_python::cell::Python;
use policy_lab_python::screen::{Showing, watched};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The file in which Python leaves its answer, because what it prints is cut off.
const ANSWER: &str = "answer.json";

/// What a class computes.
#[derive(Debug, Deserialize)]
pub struct OwnProgram {
    /// The names of the state's numbers.
    pub state: Vec<String>,
    /// How many random numbers the formulas take.
    pub draws: DrawCounts,
    /// What an action may be.
    pub action: OwnSpace,
    /// What an observation may be.
    pub observation: OwnSpace,
    /// The first state of an episode, from random numbers.
    pub first: Formula,
    /// What the policy sees, from a state.
    pub observe: Formula,
    /// The next state, the reward, and 1 for each of the two ends that came, from the state, the
    /// numbers of the action and random numbers.
    pub step: Formula,
}

/// How many random numbers formulas take.
#[derive(Debug, Deserialize)]
pub struct DrawCounts {
    /// Those of a first state.
    pub first: usize,
    /// Those of a step.
    pub step: usize,
}

/// A space of Gymnasium's.
#[derive(Debug, Deserialize)]
pub struct OwnSpace {
    /// `discrete`, `box` or `multidiscrete`.
    pub kind: String,
    /// The first of a discrete space's numbers.
    #[serde(default)]
    pub start: f32,
}

impl OwnProgram {
    /// Checks the formulas, and that their sizes fit together.
    ///
    /// # Errors
    /// Says what is wrong with them first.
    pub fn check(&self) -> Result<(), String> {
        let said = |error: FormulaError| error.to_string();
        for formula in [&self.first, &self.observe, &self.step] {
            formula.check().map_err(said)?;
        }
        let size = self.state.len();
        let fits = self.first.outputs.len() == size
            && usize::from(self.first.num_inputs) == self.draws.first
            && usize::from(self.observe.num_inputs) == size
            && self.step.outputs.len() == size + 3
            && usize::from(self.step.num_inputs) >= size + self.draws.step;
        match fits {
            true => Ok(()),
            false => Err("the formulas have other sizes than the program says".to_owned()),
        }
    }

    /// Returns how many numbers an action has.
    pub fn action_size(&self) -> usize {
        usize::from(self.step.num_inputs) - self.state.len() - self.draws.step
    }
}

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
