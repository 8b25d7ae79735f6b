//! Fingerprints that tell whether a question has changed since an earlier visit. Those of exercises are in their table.

use crate::course::{Question, QuestionAnswer};
use crate::view::fingerprint::fingerprint;

/// Returns the fingerprint of a question: of its prompt and its options.
pub fn question_fingerprint(question: &Question) -> u32 {
    let options = match &question.answer {
        QuestionAnswer::Choice(options) => options.as_slice(),
        QuestionAnswer::Number { .. } | QuestionAnswer::Text(_) => &[],
    };
    let options = options.iter().map(|option| option.text.as_str());
    fingerprint([question.prompt.as_str()].into_iter().chain(options))
}
