//! The native tests of this package, as one program: the interpreter that it is linked with takes
//! longer than its own code. `memory.rs` measures what a whole process holds, and is one of its
//! own.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../examples/world/answers.rs"]
mod answering;
#[path = "../examples/world/environment.rs"]
mod environment;
#[path = "../examples/doctor/examined.rs"]
mod examined;
#[path = "../examples/grade/process.rs"]
mod process;

use policy_lab::python::protocol::{Answer, Cell, Program};
use policy_lab_python::cell::{CellOutcome, Python};

mod absent;
mod answers;
mod arrays;
mod charts;
mod doctor;
mod engine_python;
mod environments;
mod fidelity;
mod files;
mod functions;
mod further;
mod fuzz;
mod gradients;
mod grpo;
mod gymnasium;
mod library;
mod modules;
mod notebook;
mod own_loop;
mod program;
mod python;
mod pytorch;
mod recorded;
mod take_away;
mod toy_text;
mod words;

/// Returns a cell that holds a text and has no check.
fn cell_of(source: &str) -> Cell {
    let answer = Answer {
        source: source.to_owned(),
        ..Answer::default()
    };
    Cell {
        answer,
        ..Cell::default()
    }
}

/// Runs a text outside of notebooks, and returns what it prints. It must not fail.
fn must(python: &Python, source: &str) -> String {
    let outcome = python.run(source);
    if let Some(failure) = outcome.failure {
        panic!("{}\n{}", failure.traceback, outcome.output);
    }
    outcome.output
}

/// Runs a text as a program of a notebook.
fn run(python: &Python, source: &str) -> CellOutcome {
    python.run_program(&Program {
        notebook: "notebook".to_owned(),
        file: "cell.py".to_owned(),
        source: source.to_owned(),
        ..Program::default()
    })
}

/// Runs a text as a program of a notebook, and returns what it prints. It must not fail.
fn printed(python: &Python, source: &str) -> String {
    let outcome = run(python, source);
    if let Some(failure) = outcome.failure {
        panic!("{source}\n{}\n{}", outcome.output, failure.traceback);
    }
    outcome.output
}
