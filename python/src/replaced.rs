//! What to say of a cell that gives names of ours to something else.

use policy_lab::python::protocol::CellFailure;

/// Returns the failure of an answer that passed with something in the place of what the check
/// calls.
pub fn tampered(name: &str) -> CellFailure {
    CellFailure {
        kind: "CheckFailed".to_owned(),
        message: format!(
            "Your code replaces `{name}` while the check runs, and the check calls it too, so it proves nothing. Give what you write a name of its own."
        ),
        ..CellFailure::default()
    }
}

/// Adds the likely cause to a failure: a name of ours that stands for something else now.
pub fn explain(
    failure: &mut CellFailure,
    source: &str,
    shadowed: &[(String, String)],
    replaced: &[String],
) {
    if failure.kind == "NotImplementedError" && failure.message.is_empty() {
        "This part is still to be written.".clone_into(&mut failure.message);
    }
    let line = failure.line.and_then(|line| source.lines().nth(line - 1));
    let is_word = |text: &str, name: &str| {
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        text.split(|letter| !is_part(letter))
            .any(|word| word == name)
    };
    let culprit = shadowed
        .iter()
        .find(|(name, _)| line.is_some_and(|line| is_word(line, name)));
    let hint = match (culprit, replaced.first()) {
        (Some((name, kind)), _) => Some(format!(
            "your code gives the name `{name}` to a value of type {kind}, and then needs what it stood for before: choose another name"
        )),
        (None, Some(name)) => Some(format!(
            "your code replaces `{name}`, which the check needs too: choose another name"
        )),
        (None, None) => None,
    };
    match (&mut failure.finding, hint) {
        (Some(finding), Some(hint)) if finding.likely.is_none() => finding.likely = Some(hint),
        (None, Some(hint)) => failure.hint = Some(hint),
        _ => {}
    }
}
