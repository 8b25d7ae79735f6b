//! An interpreter in a process of its own, for one cell. What an interpreter holds is never freed within a process.

use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::{env, io};

use policy_lab::python::protocol::{Cell, CellFailure};
use policy_lab_python::cell::Python;

/// The variable that tells a process that it is such an interpreter.
const CHILD: &str = "POLICY_LAB_CELL_ALONE";
/// The test of `answers.rs` that calls [`serve`].
const TEST: &str = "the_interpreter_of_one_cell";
/// The beginning of the line with the answer.
const MARK: &str = "\u{1}answer ";

/// Runs a cell in a process of its own, and returns its failure.
///
/// # Panics
/// If the process does not answer.
pub fn failure(cell: &Cell) -> Option<CellFailure> {
    let mut process = Command::new(env::current_exe().expect("this program"))
        .args(["--exact", TEST, "--ignored", "--nocapture"])
        .env(CHILD, "yes")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("an interpreter");
    let mut input = process.stdin.take().expect("its input");
    let text = serde_json::to_string(cell).expect("JSON");
    input.write_all(text.as_bytes()).expect("it reads");
    drop(input);
    let output = process.wait_with_output().expect("its output");
    let said = String::from_utf8_lossy(&output.stdout);
    let answer = said.lines().find_map(|line| Some(line.split_once(MARK)?.1));
    let answer = answer.unwrap_or_else(|| panic!("no answer, but {said}"));
    serde_json::from_str(answer).expect("a failure or none")
}

/// In such a process, runs the cell that comes in, and prints its failure.
pub fn serve() {
    if env::var_os(CHILD).is_none() {
        return;
    }
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).expect("a cell");
    let cell: Cell = serde_json::from_str(&text).expect("a cell");
    let failure = Python::new().run_cell(&cell).failure;
    println!("{MARK}{}", serde_json::to_string(&failure).expect("JSON"));
}
