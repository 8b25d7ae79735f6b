//! The way through the course, from exercise to exercise.

use super::{CHAPTERS, Chapter, Exercise};

/// The next step of the course after an exercise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CourseStep {
    /// The next exercise of the same chapter.
    Exercise(&'static Exercise),
    /// The questions of the chapter, after its last exercise.
    Questions(&'static Chapter),
    /// The next chapter, if this one asks no questions.
    Chapter(&'static Chapter),
}

impl CourseStep {
    /// Returns the step after the exercise with this id, or `None` at the end of the course.
    pub fn after(id: &str) -> Option<Self> {
        let (number, chapter) = Chapter::of(id)?;
        let place = chapter.exercises.iter().position(|it| *it == id)?;
        if let Some(next) = chapter.exercises.get(place + 1) {
            return Exercise::find(next).map(Self::Exercise);
        }
        if chapter.questions > 0 {
            return Some(Self::Questions(chapter));
        }
        CHAPTERS.get(number).map(Self::Chapter)
    }

    /// Returns the step with which to go on after a visit, or `None` if nothing has been done or
    /// nothing is left. `exercise` and `lesson` are those that were open last; exercises that have
    /// passed are behind the reader.
    pub fn resume(
        exercise: Option<&'static Exercise>,
        lesson: Option<&'static Chapter>,
        has_begun: impl Fn(&Exercise) -> bool,
        has_passed: impl Fn(&Exercise) -> bool,
    ) -> Option<Self> {
        let begun = exercise.filter(|it| has_begun(it) || has_passed(it));
        let Some(exercise) = begun else {
            // What was looked up is no place to go on from.
            let lesson = lesson.filter(|chapter| chapter.number().is_some());
            return lesson.map(Self::Chapter);
        };
        let mut step = Self::Exercise(exercise);
        while let Self::Exercise(exercise) = step
            && has_passed(exercise)
        {
            step = Self::after(exercise.id)?;
        }
        Some(step)
    }

    /// Returns the link that leads to it.
    pub fn address(self) -> String {
        match self {
            Self::Exercise(exercise) => exercise.link(),
            Self::Questions(chapter) => format!("{}#questions", chapter.link()),
            Self::Chapter(chapter) => chapter.link(),
        }
    }

    /// Returns its name.
    pub fn title(self) -> String {
        match self {
            Self::Exercise(exercise) => exercise.label(),
            Self::Questions(chapter) => format!("the questions on “{}”", chapter.title()),
            Self::Chapter(chapter) => format!("chapter “{}”", chapter.title()),
        }
    }
}
