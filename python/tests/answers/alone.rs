//! Interpreters in processes of their own: what one holds is never freed within a process, and only
//! one thread of a process has one at a time.

use std::env;
use std::time::Duration;

use policy_lab::python::protocol::{Cell, CellFailure};
use policy_lab_page::course::Exercise;
use policy_lab_python::cell::Python;

use super::Row;
use crate::process::{Process, answer_all, within_memory};

/// The variable that tells a process that it is such an interpreter.
const CHILD: &str = "POLICY_LAB_CELL_ALONE";
/// More than any of them takes.
const MEMORY_KB: u64 = 4 << 20;
/// Far longer than any of these cells, and any exercise's answers, take.
const LIMIT: Duration = Duration::from_secs(900);

/// Starts a process that runs one of the ignored tests of `answers.rs`.
fn start(test: &str) -> Process {
    let own = env::current_exe().expect("this program");
    let mut program = within_memory(own.as_os_str(), MEMORY_KB);
    program.args(["--exact", test, "--ignored", "--nocapture"]);
    Process::start(program.env(CHILD, "yes")).expect("an interpreter")
}

/// Runs a cell in a process of its own, and returns its failure.
///
/// # Panics
/// If the process does not answer.
pub fn failure(cell: &Cell) -> Option<CellFailure> {
    let mut process = start("answers::the_interpreter_of_one_cell");
    (process.ask(cell, LIMIT)).unwrap_or_else(|why| panic!("no answer, because {why}"))
}

/// In such a process, runs the cell that comes in, and answers with its failure.
pub fn serve() {
    if env::var_os(CHILD).is_some() {
        answer_all(|cell: Cell| Python::new().run_cell(&cell).failure);
    }
}

/// A process that tries the answers to exercises.
pub struct Trier(Process);

impl Trier {
    pub fn start() -> Self {
        Self(start("answers::the_interpreter_of_exercises"))
    }

    /// Returns what came of the answers to an exercise, and what is wrong about the verdicts.
    ///
    /// # Panics
    /// If the process does not answer.
    pub fn tried(&mut self, exercise: &Exercise) -> (Row, Vec<String>) {
        let came = self.0.ask(&exercise.id, LIMIT);
        came.unwrap_or_else(|why| panic!("{}: no answer, because {why}", exercise.id))
    }

    /// In such a process, tries the exercises that come in.
    pub fn serve() {
        if env::var_os(CHILD).is_some() {
            let python = Python::new();
            let exercise = |id: String| Exercise::find(&id).expect("an exercise");
            answer_all(|id| super::tried(&python, exercise(id)));
        }
    }
}
