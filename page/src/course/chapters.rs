//! The chapters: each is one file `course/chapters/chapter-KEY.md`, and `build/course` makes the
//! table from them.

use super::{CHAPTERS, Exercise, REFERENCES};
use policy_lab::config::draft::Draft;
use policy_lab::config::presets::Preset;

/// A chapter. Its text is in the catalogue, under its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The key, which is the value of `lesson` in the address.
    pub key: &'static str,
    pub(super) title: &'static str,
    /// Ids of the chapter's exercises.
    pub exercises: &'static [&'static str],
    /// The number of the chapter's questions.
    pub questions: usize,
    /// What one does in the chapter, in order.
    pub steps: &'static [ChapterStep],
    /// The file of the engine that trains as the chapter explains.
    pub engine: Option<&'static str>,
    /// The preset that trains what the chapter is about; `None` if that differs from exercise to
    /// exercise.
    pub preset: Option<&'static str>,
    /// The hyperparameters that the chapter talks about, by their keys.
    pub fields: &'static [&'static str],
}

/// One thing that one does in a chapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChapterStep {
    /// To read sections that follow each other: which of the chapter's such texts, from 0.
    Text(usize),
    /// To write the exercise with this id.
    Exercise(&'static str),
    /// To answer the question with this id.
    Question(&'static str),
}

impl Chapter {
    /// Returns the title that the chapter's text has.
    pub fn title(&self) -> &'static str {
        self.title
    }

    /// Returns the link that opens the chapter.
    pub fn link(&self) -> String {
        match self.key {
            // Without a view this address opens the clip lab.
            "clip" => "?view=read&lesson=clip".to_owned(),
            key => format!("?lesson={key}"),
        }
    }

    /// Returns the number, from 1; `None` for one that is only looked up.
    pub fn number(&self) -> Option<usize> {
        let place = CHAPTERS.iter().position(|it| it.key == self.key)?;
        Some(place + 1)
    }

    /// Returns the settings that train what the chapter is about.
    pub fn draft(&self) -> Option<Draft> {
        Preset::find(self.preset?).map(Draft::new)
    }

    /// Returns the exercises, in the order of study.
    pub fn exercises(&self) -> impl Iterator<Item = &'static Exercise> {
        self.exercises.iter().filter_map(|id| Exercise::find(id))
    }

    /// Finds the chapter with this key.
    pub fn find(key: &str) -> Option<&'static Self> {
        let mut all = CHAPTERS.iter().chain(REFERENCES);
        all.find(|chapter| chapter.key == key)
    }

    /// Returns the number, from 1, and the chapter of an exercise.
    pub fn of(exercise: &str) -> Option<(usize, &'static Self)> {
        let chapters = CHAPTERS.iter().enumerate();
        let mut holds = chapters.filter(|(_, chapter)| chapter.exercises.contains(&exercise));
        holds.next().map(|(index, chapter)| (index + 1, chapter))
    }
}
