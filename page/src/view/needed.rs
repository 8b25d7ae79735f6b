//! The answers that a cell needs of those that have passed their checks.

use super::take_away::mentions;
use policy_lab::python::protocol::Answer;

/// Returns the answers whose names occur in `texts`, or in an answer that is needed itself. They
/// stay in their order, in which an answer needs only earlier ones. Of an answer that others know
/// by another name, that one takes the place of its first.
pub fn needed(texts: &[&str], passed: Vec<Answer>) -> Vec<Answer> {
    let mut texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
    let mut found = Vec::new();
    for answer in passed.into_iter().rev() {
        let hidden = usize::from(answer.known_as.is_some());
        let names = answer.names.iter().skip(hidden).chain(&answer.known_as);
        let names: Vec<&String> = names.collect();
        let is_named = |text: &String| names.iter().any(|name| mentions(text, name));
        if texts.iter().any(is_named) {
            texts.push(answer.source.clone());
            found.push(answer);
        }
    }
    found.reverse();
    found
}
