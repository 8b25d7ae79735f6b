//! The time that a chapter takes: estimated from its words, and from what its exercises say.

use super::{
    Catalogue, Chapter, Exercise, Question, QuestionAnswer, SectionKind, chapter_page, questions,
};

/// Words that one reads in a minute: fewer than the 238 of plain prose (Brysbaert 2019), because
/// formulas take longer.
const WORDS_A_MINUTE: usize = 150;

/// Estimates the minutes that it takes to read a chapter: its text with derivations and asides, its
/// questions with their options and explanations, and the tasks of its exercises without hints and
/// solutions.
pub fn reading_minutes(chapter: &Chapter) -> usize {
    let parts = chapter_page(chapter.key).map_or(&[][..], |page| &page.parts);
    let texts = parts.iter().map(|part| part.html.as_str());
    let asked = questions(chapter.key).iter().flat_map(texts_of);
    let words: usize = texts.chain(asked).map(count_words).sum();
    let tasks: usize = chapter.exercises.iter().map(|id| task_words(id)).sum();
    (words + tasks).div_ceil(WORDS_A_MINUTE)
}

/// Returns all that a reader reads of a question.
fn texts_of(question: &Question) -> Vec<&str> {
    let mut texts = vec![question.prompt.as_str()];
    match &question.answer {
        QuestionAnswer::Choice(options) => texts
            .extend((options.iter()).flat_map(|it| [it.text.as_str(), it.explanation.as_str()])),
        QuestionAnswer::Number { explanation, .. } => texts.push(explanation),
        QuestionAnswer::Text(model) => texts.push(model),
    }
    texts
}

/// Returns the number of words in the text of an exercise that one reads before writing.
fn task_words(id: &str) -> usize {
    let page = Catalogue::english().exercises.get(id);
    let parts = page.map_or(&[][..], |page| &page.parts).iter();
    let read = parts.filter(|it| !matches!(it.kind, SectionKind::Hint | SectionKind::Solution));
    read.map(|part| count_words(&part.html)).sum()
}

/// Returns the fewest and the most minutes of a chapter's exercises, or `None` if it has none.
pub fn writing_minutes(chapter: &Chapter) -> Option<(u32, u32)> {
    let mut sum = None;
    for id in chapter.exercises {
        let minutes = Exercise::find(id)?.facts.minutes;
        let (least, most) = minutes.split_once('–').unwrap_or((minutes, minutes));
        let (low, high) = sum.unwrap_or((0, 0));
        sum = Some((
            low + least.parse::<u32>().ok()?,
            high + most.parse::<u32>().ok()?,
        ));
    }
    sum
}

/// Returns the number of words in HTML. A formula counts as one.
pub fn count_words(html: &str) -> usize {
    let mut count = 0;
    let mut pieces = html.split("<math");
    let plain = pieces.next().into_iter();
    let behind_formulas = pieces.map(|piece| {
        count += 1;
        piece.split_once("</math>").map_or("", |(_, text)| text)
    });
    let texts: Vec<&str> = plain.chain(behind_formulas).collect();
    let words = texts.iter().flat_map(|text| text.split('<')).map(|piece| {
        let text = piece.split_once('>').map_or(piece, |(_, text)| text);
        let words = text.split_whitespace();
        words
            .filter(|it| it.contains(char::is_alphanumeric))
            .count()
    });
    words.sum::<usize>() + count
}
