//! Fingerprints that tell whether a question has changed since an earlier visit. Those of exercises
//! are in their table.

use crate::course::{Question, QuestionAnswer};
use crate::view::fingerprint::fingerprint;
use crate::view::term_card::unmarked;

/// Returns the fingerprint of a question: of its prompt and its options, whatever terms are marked
/// there.
pub fn question_fingerprint(question: &Question) -> u32 {
    let options = match &question.answer {
        QuestionAnswer::Choice(options) => options.as_slice(),
        QuestionAnswer::Number { .. } | QuestionAnswer::Text(_) => &[],
    };
    let options = options.iter().map(|option| option.text.as_str());
    let prompt = unmarked(&question.prompt);
    fingerprint([prompt.as_str()].into_iter().chain(options))
}
