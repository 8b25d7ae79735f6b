//! Fingerprints that tell whether an exercise or a question has changed since an earlier visit.

use crate::course::{Exercise, Question, QuestionAnswer, exercise_page};
use crate::view::progress::fingerprint;

/// Returns the fingerprint of an exercise: of its starter, its check and its text.
pub fn exercise_fingerprint(exercise: &Exercise) -> u32 {
    let page = exercise_page(exercise.id);
    let parts = page.map_or(&[][..], |page| &page.parts);
    let texts = parts.iter().map(|part| part.html.as_str());
    fingerprint([exercise.starter, exercise.check].into_iter().chain(texts))
}

/// Returns the fingerprint of a question: of its prompt and its options.
pub fn question_fingerprint(question: &Question) -> u32 {
    let options = match &question.answer {
        QuestionAnswer::Choice(options) => options.as_slice(),
        QuestionAnswer::Number { .. } | QuestionAnswer::Text(_) => &[],
    };
    let options = options.iter().map(|option| option.text.as_str());
    fingerprint([question.prompt.as_str()].into_iter().chain(options))
}
