//! How far the reader is with a chapter.

use leptos::prelude::*;

use super::state::{Course, ExerciseState, is_right};
use crate::course::{Chapter, Exercise, questions};

/// How far the reader is: with one chapter, or with several added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Exercises that have passed.
    pub passed: usize,
    /// All exercises.
    pub exercises: usize,
    /// Questions answered rightly.
    pub right: usize,
    /// Questions answered otherwise.
    pub tried: usize,
    /// All questions.
    pub questions: usize,
}

impl Standing {
    /// Counts what the reader has done in a chapter.
    pub fn of(course: Course, chapter: &Chapter) -> Self {
        let exercises = chapter.exercises.iter().filter_map(|id| Exercise::find(id));
        let passed = exercises.filter(|it| course.state_of(it) == ExerciseState::Passed);
        let questions = questions(chapter.key);
        let (right, tried) = course.progress.with(|progress| {
            let given = questions
                .iter()
                .filter_map(|question| Some((question, progress.answers.get(&question.id)?)));
            let (right, tried): (Vec<_>, Vec<_>) =
                given.partition(|(question, given)| is_right(question, given));
            (right.len(), tried.len())
        });
        Self {
            passed: passed.count(),
            exercises: chapter.exercises.len(),
            right,
            tried,
            questions: questions.len(),
        }
    }

    /// Adds what was done elsewhere.
    pub fn plus(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            exercises: self.exercises + other.exercises,
            right: self.right + other.right,
            tried: self.tried + other.tried,
            questions: self.questions + other.questions,
        }
    }

    /// Returns how much is done: exercises passed and questions answered rightly.
    pub fn done(self) -> usize {
        self.passed + self.right
    }

    /// Returns how much there is to do.
    pub fn all(self) -> usize {
        self.exercises + self.questions
    }

    /// Returns the standing as a sentence, which leaves out what there is none of.
    pub fn sentence(self) -> String {
        let exercises = (self.exercises > 0)
            .then(|| format!("{} of {} exercises passed", self.passed, self.exercises));
        let questions = (self.questions > 0).then(|| {
            format!(
                "{} of {} questions answered rightly",
                self.right, self.questions
            )
        });
        let tried = (self.tried > 0).then(|| format!("{} more tried", self.tried));
        let parts = [exercises, questions, tried].into_iter().flatten();
        parts.collect::<Vec<_>>().join(", ")
    }
}
