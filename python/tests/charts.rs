//! matplotlib's names, and the settings, progress and logs that scripts ask other libraries for.

use policy_lab_python::cell::Python;

use crate::must;

/// Runs a text in an interpreter of its own. It must not raise.
fn run(source: &str) -> String {
    must(&Python::new(), source)
}

#[test]
fn charts_show_what_was_drawn() {
    let printed = run(include_str!("charts/drawn.py"));
    assert!(printed.contains("[a figure: Return]"), "{printed}");
}

#[test]
fn logarithmic_axes_place_numbers_by_their_powers() {
    run(include_str!("charts/logarithmic.py"));
}

#[test]
fn what_was_drawn_can_be_changed() {
    run(include_str!("charts/changed.py"));
}

#[test]
fn settings_progress_and_logs_are_taken() {
    run(include_str!("charts/beside.py"));
}
