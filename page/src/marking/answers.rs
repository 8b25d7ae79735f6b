//! Which answers to questions are right.

use crate::course::{Question, QuestionAnswer};
use crate::view::progress::GivenAnswer;

/// Returns true if an answer is right. An answer in words is, unless the reader has given it no points: only they can
/// judge it.
pub fn is_right(question: &Question, given: &GivenAnswer) -> bool {
    match (&question.answer, given) {
        (
            QuestionAnswer::Number {
                value, tolerance, ..
            },
            GivenAnswer::Number(text),
        ) => number(text).is_some_and(|given| is_near(given, *value, *tolerance)),
        (QuestionAnswer::Choice(options), GivenAnswer::Choice(chosen)) => {
            options.get(*chosen).is_some_and(|option| option.is_right)
        }
        (QuestionAnswer::Text(_), GivenAnswer::Text { text, marked }) => {
            !text.trim().is_empty() && (question.points == 0 || *marked != Some(0))
        }
        _ => false,
    }
}

/// Returns true if a number is within the tolerance of the right one.
pub fn is_near(given: f64, right: f64, tolerance: f64) -> bool {
    (given - right).abs() <= tolerance
}

/// Parses a number, which may have a decimal comma or a typographic minus sign.
pub fn number(text: &str) -> Option<f64> {
    text.trim().replace('−', "-").replace(',', ".").parse().ok()
}

/// Returns an answer as its reader wrote it; of a choice, the number of the option from 1.
pub fn written(given: &GivenAnswer) -> String {
    match given {
        GivenAnswer::Number(text) | GivenAnswer::Text { text, .. } => text.clone(),
        GivenAnswer::Choice(chosen) => format!("Option {}", chosen.saturating_add(1)),
    }
}
