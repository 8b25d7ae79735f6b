//! The way through the course, from step to step.

use super::{CHAPTERS, Chapter, ChapterStep, Exercise, SectionKind, chapter_page};

/// A step of the course.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CourseStep {
    /// An exercise.
    Exercise(&'static Exercise),
    /// The question with this id.
    Question(&'static Chapter, &'static str),
    /// The text of a chapter that goes on after an exercise or a question, counted from 0.
    Text(&'static Chapter, usize),
    /// The beginning of a chapter.
    Chapter(&'static Chapter),
}

impl CourseStep {
    /// Returns the steps of a chapter, in order.
    pub fn of(chapter: &'static Chapter) -> impl Iterator<Item = Self> {
        let step = move |step: &ChapterStep| match *step {
            ChapterStep::Text(0) => Some(Self::Chapter(chapter)),
            ChapterStep::Text(place) => Some(Self::Text(chapter, place)),
            ChapterStep::Question(id) => Some(Self::Question(chapter, id)),
            ChapterStep::Exercise(id) => Exercise::find(id).map(Self::Exercise),
        };
        chapter.steps.iter().filter_map(step)
    }

    /// Returns the step after the exercise with this id, or `None` at the end of the course.
    pub fn after(id: &str) -> Option<Self> {
        let (number, chapter) = Chapter::of(id)?;
        let mut steps = Self::of(chapter);
        steps.find(|step| matches!(step, Self::Exercise(it) if it.id == id));
        steps
            .next()
            .or_else(|| CHAPTERS.get(number).map(Self::Chapter))
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
        if !has_passed(exercise) {
            return Some(Self::Exercise(exercise));
        }
        // The last of those that have passed one after the other.
        let (_, chapter) = Chapter::of(exercise.id)?;
        let on = chapter.exercises().skip_while(|it| it.id != exercise.id);
        let last = on.take_while(|it| has_passed(it)).last()?;
        Self::after(last.id)
    }

    /// Returns the link that leads to it.
    pub fn address(self) -> String {
        match self {
            Self::Exercise(exercise) => exercise.link(),
            Self::Question(chapter, id) => format!("{}#question-{id}", chapter.link()),
            Self::Text(chapter, place) => format!("{}#{}", chapter.link(), text_place(place)),
            Self::Chapter(chapter) => chapter.link(),
        }
    }

    /// Returns its name.
    pub fn title(self) -> String {
        match self {
            Self::Exercise(exercise) => exercise.label(),
            Self::Question(_, id) => format!("question {id}"),
            Self::Text(chapter, place) => heading(chapter, place)
                .map_or_else(|| "the text goes on".to_owned(), |it| format!("“{it}”")),
            Self::Chapter(chapter) => format!("chapter “{}”", chapter.title()),
        }
    }

    /// Returns its name where the chapter is not in sight: a text's and a question's have it beside
    /// them.
    pub fn title_with_chapter(self) -> String {
        match self {
            Self::Question(chapter, _) | Self::Text(chapter, _) => {
                format!("{}, in chapter “{}”", self.title(), chapter.title())
            }
            Self::Exercise(_) | Self::Chapter(_) => self.title(),
        }
    }
}

/// Returns the id of the place on the page where a text of a chapter goes on.
pub fn text_place(place: usize) -> String {
    format!("text-{place}")
}

/// Returns the first heading of a chapter's text in plain words, once the texts are there.
fn heading(chapter: &Chapter, place: usize) -> Option<String> {
    let parts = &chapter_page(chapter.key)?.parts;
    let texts = parts.chunk_by(|one, next| one.kind.is_text() == next.kind.is_text());
    let mut texts = texts.filter(|text| text.iter().all(|part| part.kind.is_text()));
    let titled = texts
        .nth(place)?
        .iter()
        .filter(|part| part.kind == SectionKind::Idea);
    let mut titles = titled.map(|part| part.title.as_str());
    titles
        .find(|it| !it.is_empty() && !it.contains(['<', '&']))
        .map(str::to_owned)
}
