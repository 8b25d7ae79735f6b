//! How far a reader is: with a chapter, or with the whole course.

use std::collections::BTreeMap;

use super::answers::is_right;
use crate::course::{CHAPTERS, Chapter, Exercise, questions};
use crate::view::progress::GivenAnswer;

/// How far a reader is: with one chapter, or with several added up.
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
    /// Counts what a reader with these answers has done in a chapter.
    pub fn in_chapter(
        chapter: &Chapter,
        answers: &BTreeMap<String, GivenAnswer>,
        has_passed: impl Fn(&'static Exercise) -> bool,
    ) -> Self {
        let exercises = chapter.exercises.iter().filter_map(|id| Exercise::find(id));
        let questions = questions(chapter.key);
        let given = questions
            .iter()
            .filter_map(|question| Some((question, answers.get(&question.id)?)));
        let (right, tried): (Vec<_>, Vec<_>) =
            given.partition(|(question, given)| is_right(question, given));
        Self {
            passed: exercises.filter(|exercise| has_passed(exercise)).count(),
            exercises: chapter.exercises.len(),
            right: right.len(),
            tried: tried.len(),
            questions: questions.len(),
        }
    }

    /// Counts the same in the whole course.
    pub fn in_course(
        answers: &BTreeMap<String, GivenAnswer>,
        has_passed: impl Fn(&'static Exercise) -> bool,
    ) -> Self {
        let chapters = CHAPTERS.iter();
        let chapters = chapters.map(|chapter| Self::in_chapter(chapter, answers, &has_passed));
        chapters.fold(Self::default(), Self::plus)
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

    /// Returns how much is done: exercises passed and questions answered rightly. In a class these
    /// are the points.
    pub fn done(self) -> usize {
        self.passed + self.right
    }

    /// Returns how much there is to do.
    pub fn all(self) -> usize {
        self.exercises + self.questions
    }

    /// Returns true if there is something to do, and all of it is done.
    pub fn is_whole(self) -> bool {
        self.all() > 0 && self.done() == self.all()
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
