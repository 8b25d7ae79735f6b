//! Where the subject of a question is taught.

use super::{CHAPTERS, Chapter, questions};

/// The diagnostic's questions on what is taught later, by the chapter that teaches it, as the table
/// of the warm-up says.
const DIAGNOSTIC: [(&str, &[&str]); 3] = [
    (
        "reinforce",
        &[
            "S1-W1", "S1-W2", "S1-W3", "S1-W4", "S1-W5", "S1-W6", "S1-W9", "S1-W10", "S1-W12",
            "S1-W13", "S1-W15",
        ],
    ),
    ("vpg", &["S1-W8", "S1-W11", "S1-W14"]),
    ("baselines", &["S1-W7"]),
];

/// Returns the chapter that asks a question.
pub fn asks(id: &str) -> Option<&'static Chapter> {
    let mut chapters = CHAPTERS.iter();
    chapters.find(|chapter| questions(chapter.key).iter().any(|it| it.id == id))
}

/// Returns the chapter that teaches what a question asks: its own, or a later one for the
/// diagnostic of the warm-up.
pub fn teaches(id: &str) -> Option<&'static Chapter> {
    let later = DIAGNOSTIC.iter().find(|(_, ids)| ids.contains(&id));
    match later {
        Some((key, _)) => Chapter::find(key),
        None => asks(id),
    }
}
