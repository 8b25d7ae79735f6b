//! The reader's first tries at questions, and the questions that come back.

use leptos::prelude::*;

use super::state::Course;
use crate::course::{CHAPTERS, Chapter, Question, QuestionAnswer, asks, question, questions};
use crate::marking::{is_right, number};
use crate::view::fingerprint::fingerprint;
use crate::view::once_more::{Round, due, is_waiting, note_again, note_first, other_order};
use crate::view::progress::{GivenAnswer, Progress};
use crate::view::term_card::unmarked;

impl Course {
    /// Returns the questions that come back in a place.
    pub fn due(self, round: Round) -> Vec<&'static Question> {
        self.progress.with(|progress| {
            let all = CHAPTERS.iter().flat_map(|chapter| {
                let asked = questions(chapter.key).iter();
                let asked = asked.filter(|it| is_due(progress, it));
                asked.map(|it| (it.id.as_str(), chapter.key))
            });
            let due = due(&progress.first_tries, all, round);
            due.into_iter().filter_map(question).collect()
        })
    }

    /// Returns how many questions of a chapter wait to come back.
    pub fn waiting(self, chapter: &Chapter) -> usize {
        self.progress.with(|progress| {
            let waiting = questions(chapter.key).iter();
            waiting.filter(|it| is_due(progress, it)).count()
        })
    }

    /// Records the first try at a question that has come back.
    pub fn try_again(self, question: &Question, round: Round, is_right: bool) {
        self.progress.update(|progress| {
            let tries = &mut progress.first_tries;
            note_again(tries, &question.id, round.at(), is_right);
        });
    }

    /// Returns the order of the options of a question that has come back.
    pub fn other_order(self, question: &Question, count: usize) -> Vec<usize> {
        (self.progress).with(|progress| other_order(&progress.first_tries, &question.id, count))
    }
}

/// Records what comes of an answer in the question's own chapter, if it is the first that can be
/// judged. An answer that was given before there was such a record counts as the first.
pub fn note_answer(progress: &mut Progress, question: &Question, given: &GivenAnswer) {
    let mut before = progress.answers.get(&question.id);
    if has_changed(progress, question) {
        progress.first_tries.remove(&question.id);
        before = None;
    }
    let before = before.and_then(|before| verdict(question, before));
    let verdict = before.or_else(|| verdict(question, given));
    if let (Some(is_right), Some(chapter)) = (verdict, asks(&question.id)) {
        let tries = &mut progress.first_tries;
        note_first(tries, &question.id, chapter.key, is_right);
    }
}

/// Returns true if an answer is right and false if it is wrong; `None` if there is nothing to judge
/// yet: an empty field, no number, or a text that the reader has not marked. A text is right with
/// all of its points.
pub fn verdict(question: &Question, given: &GivenAnswer) -> Option<bool> {
    let can_be_judged = match (&question.answer, given) {
        (QuestionAnswer::Number { .. }, GivenAnswer::Number(text)) => number(text).is_ok(),
        (QuestionAnswer::Choice(options), GivenAnswer::Choice(chosen)) => *chosen < options.len(),
        (QuestionAnswer::Text(_), GivenAnswer::Text { marked, .. }) => {
            let marked = marked.filter(|_| question.points > 0)?;
            return Some(marked >= question.points);
        }
        _ => false,
    };
    can_be_judged.then(|| is_right(question, given))
}

/// Returns the fingerprint of a question: of its prompt and its options, whatever terms are marked
/// there. Those of exercises are in their table.
pub fn question_fingerprint(question: &Question) -> u32 {
    let options = match &question.answer {
        QuestionAnswer::Choice(options) => options.as_slice(),
        QuestionAnswer::Number { .. } | QuestionAnswer::Text(_) => &[],
    };
    let options = options.iter().map(|option| option.text.as_str());
    let prompt = unmarked(&question.prompt);
    fingerprint([prompt.as_str()].into_iter().chain(options))
}

/// Returns true if a question waits to come back and is still the one that was missed.
fn is_due(progress: &Progress, question: &Question) -> bool {
    is_waiting(&progress.first_tries, &question.id) && !has_changed(progress, question)
}

fn has_changed(progress: &Progress, question: &Question) -> bool {
    progress.is_outdated(&question.id, question_fingerprint(question))
}
