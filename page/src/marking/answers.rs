//! Which answers to questions are right.

use crate::course::{Question, QuestionAnswer};
use crate::view::progress::GivenAnswer;
use policy_lab::config::number::{self, Misread};

/// Returns true if an answer is right. An answer in words is, unless the reader has given it no
/// points: only they can judge it.
pub fn is_right(question: &Question, given: &GivenAnswer) -> bool {
    match (&question.answer, given) {
        (
            QuestionAnswer::Number {
                value, tolerance, ..
            },
            GivenAnswer::Number(text),
        ) => number(text).is_ok_and(|given| is_near(given, *value, *tolerance)),
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

/// Reads the number of an answer. A spelling that has one meaning is understood, such as a decimal
/// comma or a fraction.
///
/// # Errors
/// What is wrong with the text.
pub fn number(text: &str) -> Result<f64, String> {
    let shown: String = text.trim().chars().take(24).collect();
    match number::decimal(text) {
        Ok(value) => Ok(value),
        Err(Misread::Misspelt { advice, meant }) => match meant.as_slice() {
            [meant] => number::decimal(meant).map_err(|_| format!("“{shown}” {advice}")),
            _ => Err(format!("“{shown}” {advice}")),
        },
        Err(Misread::Unknown) => Err("A number was expected, such as -0.5".to_owned()),
    }
}

/// Returns an answer as its reader wrote it; of a choice, the number of the option from 1.
pub fn written(given: &GivenAnswer) -> String {
    match given {
        GivenAnswer::Number(text) | GivenAnswer::Text { text, .. } => text.clone(),
        GivenAnswer::Choice(chosen) => format!("Option {}", chosen.saturating_add(1)),
    }
}
