//! An interpreter in a process of its own, for one cell. What an interpreter holds is never freed
//! within a process.

use std::env;
use std::time::Duration;

use policy_lab::python::protocol::{Cell, CellFailure};
use policy_lab_python::cell::Python;

use crate::process::{Process, answer_all, within_memory};

/// The variable that tells a process that it is such an interpreter.
const CHILD: &str = "POLICY_LAB_CELL_ALONE";
/// The test of `answers.rs` that calls [`serve`].
const TEST: &str = "answers::the_interpreter_of_one_cell";
/// More than any of them takes.
const MEMORY_KB: u64 = 4 << 20;
/// Far longer than any of these cells takes.
const LIMIT: Duration = Duration::from_secs(600);

/// Runs a cell in a process of its own, and returns its failure.
///
/// # Panics
/// If the process does not answer.
pub fn failure(cell: &Cell) -> Option<CellFailure> {
    let own = env::current_exe().expect("this program");
    let mut program = within_memory(own.as_os_str(), MEMORY_KB);
    program.args(["--exact", TEST, "--ignored", "--nocapture"]);
    let mut process = Process::start(program.env(CHILD, "yes")).expect("an interpreter");
    (process.ask(cell, LIMIT)).unwrap_or_else(|why| panic!("no answer, because {why}"))
}

/// In such a process, runs the cell that comes in, and answers with its failure.
pub fn serve() {
    if env::var_os(CHILD).is_some() {
        answer_all(|cell: Cell| Python::new().run_cell(&cell).failure);
    }
}
