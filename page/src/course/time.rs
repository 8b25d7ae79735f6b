//! The time that a chapter takes: estimated from its words, and from what its exercises say.

use super::{Chapter, Exercise, chapter_page, questions};

/// Words that one reads in a minute: fewer than the 238 of plain prose (Brysbaert 2019), because formulas take longer.
const WORDS_A_MINUTE: usize = 150;

/// Estimates the minutes that it takes to read a chapter with its derivations, asides and questions.
pub fn reading_minutes(chapter: &Chapter) -> usize {
    let parts = chapter_page(chapter.key).map_or(&[][..], |page| &page.parts);
    let texts = parts.iter().map(|part| part.html.as_str());
    let asked = questions(chapter.key).iter().map(|it| it.prompt.as_str());
    let words: usize = texts.chain(asked).map(count_words).sum();
    words.div_ceil(WORDS_A_MINUTE)
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
