//! How far the reader is with a chapter.

use leptos::prelude::*;

use super::state::{Course, ExerciseState};
use crate::course::Chapter;
use crate::marking::Standing;

impl Course {
    /// Counts what the reader has done in a chapter.
    pub fn standing(self, chapter: &Chapter) -> Standing {
        self.progress.with(|progress| {
            Standing::in_chapter(chapter, &progress.answers, |exercise| {
                self.state_of(exercise) == ExerciseState::Passed
            })
        })
    }
}
