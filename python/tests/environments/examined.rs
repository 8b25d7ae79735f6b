//! What there is to see of a class, its picture, and how it is compared where random steps do not
//! come: scripts that also run in CPython, with numpy and Gymnasium themselves.

use policy_lab::python::protocol::Program;
use policy_lab_python::cell::Python;

/// Runs a script in an interpreter of its own. It must not raise.
fn run(source: &str) {
    let outcome = Python::new().run_program(&Program {
        file: "script.py".to_owned(),
        source: source.to_owned(),
        ..Program::default()
    });
    if let Some(failure) = outcome.failure {
        panic!("{}\n{}", outcome.output, failure.traceback);
    }
}

#[test]
fn there_is_something_to_see_of_every_class() {
    run(include_str!("examined.py"));
}

#[test]
fn pictures_are_formulas_of_the_state() {
    run(include_str!("pictures.py"));
}

#[test]
fn python_steps_what_is_no_program() {
    run(include_str!("vector.py"));
}
