//! The chapters: `en/chapter-KEY.md` is all there is of one; `build/course` makes the table.

use super::{CHAPTERS, Catalogue};

/// A chapter. Its text is in the catalogue, under its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The value of the address's `lesson`.
    pub key: &'static str,
    /// Ids of its exercises.
    pub exercises: &'static [&'static str],
    /// The file of the engine that trains by it.
    pub engine: Option<&'static str>,
}

impl Chapter {
    /// Returns its title, as its text says.
    pub fn title(&self) -> &'static str {
        let page = Catalogue::english().chapters.get(self.key);
        page.map_or(self.key, |page| page.title.as_str())
    }

    /// Finds the one with this key.
    pub fn find(key: &str) -> Option<&'static Self> {
        CHAPTERS.iter().find(|chapter| chapter.key == key)
    }

    /// Returns the number and the chapter of an exercise.
    pub fn of(exercise: &str) -> Option<(usize, &'static Self)> {
        let chapters = CHAPTERS.iter().enumerate();
        let mut holds = chapters.filter(|(_, chapter)| chapter.exercises.contains(&exercise));
        holds.next().map(|(index, chapter)| (index + 1, chapter))
    }
}
