//! What tells an exercise or a question from what it was on an earlier visit.

use crate::course::{Exercise, Question, QuestionAnswer};
use crate::ui::course::state::exercise_page;
use crate::view::progress::fingerprint;

/// The mark of an exercise as it is now.
pub fn exercise_fingerprint(exercise: &Exercise) -> u32 {
    let page = exercise_page(exercise.id);
    let parts = page.map_or(&[][..], |page| &page.parts);
    let texts = parts.iter().map(|part| part.html.as_str());
    fingerprint([exercise.starter, exercise.check].into_iter().chain(texts))
}

/// The mark of a question as it is now.
pub fn question_fingerprint(question: &Question) -> u32 {
    let options = match &question.answer {
        QuestionAnswer::Choice(options) => options.as_slice(),
        QuestionAnswer::Number { .. } | QuestionAnswer::Text(_) => &[],
    };
    let options = options.iter().map(|option| option.text.as_str());
    fingerprint([question.prompt.as_str()].into_iter().chain(options))
}
