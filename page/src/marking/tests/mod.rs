//! Hand-ins that are whole, broken or untrue, and the table of them.

mod files;
mod tables;

use std::collections::BTreeMap;

use super::{HandIn, number};
use crate::course::Exercise;
use crate::view::progress::{GivenAnswer, Progress};

/// Returns an exercise of the course.
fn exercise(id: &str) -> &'static Exercise {
    Exercise::find(id).expect("an exercise")
}

/// Returns a hand-in with our solutions to `right`, of which all are said to have passed, and with
/// wrong code for `claimed`, which are said to have passed too.
fn hand_in(student: &str, saved: &str, right: &[&str], claimed: &[&str]) -> HandIn {
    let mut kept = Progress::default();
    let mut code = BTreeMap::new();
    for id in right.iter().chain(claimed) {
        kept.begin(id, exercise(id).mark);
        kept.passed.insert((*id).to_owned());
        let text = match right.contains(id) {
            true => exercise(id).solution().to_owned(),
            false => "x = 1".to_owned(),
        };
        code.insert((*id).to_owned(), text);
    }
    let number = GivenAnswer::Number("-0.693".to_owned());
    kept.answers.insert("S1-W10".to_owned(), number);
    kept.answers
        .insert("S1-W2".to_owned(), GivenAnswer::Choice(99));
    HandIn::new(student, saved.to_owned(), "77".to_owned(), kept, code)
}

fn bytes(hand_in: &HandIn) -> Vec<u8> {
    hand_in.to_text().into_bytes()
}

/// An answer has no list to be confused with, so a spelling with one meaning counts.
#[test]
fn an_answer_is_read_as_people_write_numbers() {
    for (text, value) in [
        ("-0.5", -0.5),
        ("−0,5", -0.5),
        ("1/4", 0.25),
        ("50 %", 0.5),
        ("1 000", 1000.0),
        ("1.234,5", 1234.5),
    ] {
        assert_eq!(number(text), Ok(value), "{text}");
    }
    for (text, words) in [
        ("1,000", "could be 1000 or 1.000"),
        ("half", "such as -0.5"),
        ("", "such as -0.5"),
    ] {
        assert!(
            number(text).is_err_and(|said| said.contains(words)),
            "{text}"
        );
    }
}
