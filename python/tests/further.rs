//! Packages that few scripts import, each beside the real one: what they print for the same lines
//! was recorded with `further/record.py` (pandas 3.1, SciPy 1.17, seaborn 0.13, matplotlib 3.11,
//! PyYAML 6.0, numpy 2.4).

use policy_lab_python::cell::Python;

use crate::printed;

/// Runs the cases of a file, and compares what each prints.
fn equal(cases: &str) {
    for case in cases.split_terminator("===\n") {
        let (source, expected) = case
            .split_once("--- prints\n")
            .expect("a script and what it prints");
        assert_eq!(printed(&Python::new(), source), expected, "{source}");
    }
}

#[test]
fn tables_are_as_in_pandas() {
    equal(include_str!("further/pandas.txt"));
}

#[test]
fn statistics_and_filters_are_as_in_scipy() {
    equal(include_str!("further/statistics.txt"));
}

#[test]
fn charts_of_tables_are_as_in_seaborn() {
    equal(include_str!("further/seaborn.txt"));
}

#[test]
fn coroutines_and_archives_are_as_in_cpython() {
    equal(include_str!("further/others.txt"));
}

#[test]
fn arrays_of_anything_are_as_in_numpy() {
    equal(include_str!("further/objects.txt"));
}

#[test]
fn arrays_of_records_are_as_in_numpy() {
    equal(include_str!("further/records.txt"));
}

#[test]
fn matrices_and_transforms_are_as_in_numpy() {
    equal(include_str!("further/linear.txt"));
}

#[test]
fn settings_are_as_in_pyyaml() {
    equal(include_str!("further/settings.txt"));
}

#[test]
fn films_are_files_and_figures() {
    // Where nobody looks, each film is named in the output.
    let said = printed(&Python::new(), include_str!("further/films.py"));
    assert!(said.ends_with("ok\n"), "{said}");
}

#[test]
fn what_is_sent_nowhere_says_so_once() {
    let said = printed(&Python::new(), include_str!("further/unsent.py"));
    assert_eq!(said.matches("nothing is sent").count(), 2, "{said}");
    assert!(said.ends_with("ok\n"), "{said}");
}
