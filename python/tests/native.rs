//! The native tests of this package, as one program: the interpreter that it is linked with takes
//! longer than its own code. `memory.rs` measures what a whole process holds, and is one of its
//! own.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../examples/grade/process.rs"]
mod process;

use policy_lab::python::protocol::{Answer, Cell};

mod absent;
mod answers;
mod arrays;
mod charts;
mod engine_python;
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
