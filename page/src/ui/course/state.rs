//! The state of the course: the open chapter, and what the reader has done.

use leptos::prelude::*;

use super::super::cells::Workbench;
use super::super::lab::Lab;
use crate::course::{
    CHAPTERS, Chapter, CourseStep, EXERCISES, Exercise, Question, SectionKind, exercise_page,
};
use crate::marking::{Standing, is_right};
use crate::ui::browser::storage;
use crate::ui::course::tries::{note_answer, question_fingerprint};
use crate::view::place::Place;
use crate::view::progress::{GivenAnswer, Progress, ProgressFile, Unreadable};
use crate::view::scratch::ScratchText;
use policy_lab::config::url::{PageState, View};

/// The key in the browser's storage.
pub(super) const KEY: &str = "policy-lab-course";

/// The state of the course. A copyable handle that components get from the context.
#[derive(Clone, Copy)]
pub struct Course {
    /// The open chapter; `None` shows the text that explains the page itself.
    pub chapter: RwSignal<Option<&'static Chapter>>,
    /// The reader's answers, uncovered hints and passed exercises.
    pub progress: RwSignal<Progress>,
    pub(super) bench: Workbench,
    /// True if the page may overwrite what the browser has stored. It may not if that is unreadable
    /// or written by a newer page.
    may_write: StoredValue<bool>,
    /// False if the browser refused to store the progress.
    pub is_kept: RwSignal<bool>,
    /// The progress that is stored, as this tab has read or written it last.
    pub(super) stored: StoredValue<String>,
    pub(super) lab: Lab,
}

impl Course {
    /// Reads what the browser has stored. Opens the chapter and the exercise that the address asks
    /// for, or else those of the last visit. `names_exercise` is true if the address asks for an
    /// exercise.
    pub fn new(lab: Lab, bench: Workbench, names_exercise: bool) -> Self {
        let stored = storage::get(KEY);
        let read = stored.as_deref().map(Progress::from_text);
        let refused = read.as_ref().and_then(|read| read.as_ref().err().copied());
        let progress = read.and_then(Result::ok).unwrap_or_default();
        if let Some(why) = refused {
            lab.address.tell(match why {
                Unreadable::Newer => {
                    "What this browser keeps of your work was written by a newer version of this \
                     page. It is left alone: reload the page to get that version. Until then \
                     nothing that you do here is kept"
                }
                Unreadable::NotOurs => {
                    "What this browser keeps of your work cannot be read. It is left alone, and \
                     nothing that you do here is kept until you load a file of progress or forget \
                     everything, under “Your work” in the menu"
                }
            });
        }
        let wanted = lab.address.lesson.get_untracked();
        let named = wanted.as_deref().and_then(Chapter::find);
        if let (Some(key), None) = (&wanted, named) {
            let keys = CHAPTERS.iter().map(|chapter| chapter.key);
            lab.address.tell_missing("lesson", key, keys);
        }
        let view = lab.address.view.get_untracked();
        // A view that shows no chapter leads back to the one that was open last.
        let last = progress.lesson.as_deref().and_then(Chapter::find);
        let chapter = named.or(last.filter(|_| view != View::Read));
        (lab.address.lesson).set(chapter.map(|chapter| chapter.key.to_owned()));
        let last = progress.exercise.as_deref().and_then(Exercise::find);
        if let (false, Some(exercise)) = (names_exercise, last) {
            bench.choose(exercise);
        }
        let course = Self {
            chapter: RwSignal::new(chapter),
            progress: RwSignal::new(progress),
            may_write: StoredValue::new(refused.is_none()),
            is_kept: RwSignal::new(true),
            bench,
            stored: StoredValue::new(stored.unwrap_or_default()),
            lab,
        };
        course.restore_passed();
        course.keep();
        course.listen();
        course
    }

    /// Returns true if the chapter with this key is open.
    pub fn is_open(self, key: &str) -> bool {
        self.chapter.get().is_some_and(|chapter| chapter.key == key)
    }

    /// Opens the chapter with this key, or the text about the page if there is none.
    pub fn open(self, key: &str) {
        let chapter = Chapter::find(key);
        self.chapter.set(chapter);
        (self.lab.address.lesson).set(chapter.map(|chapter| chapter.key.to_owned()));
    }

    /// Goes to the place of one of the page's own links. Its settings are put into the form if it
    /// `names_settings`.
    pub fn follow(self, state: PageState, names_settings: bool) {
        let mut place = Place::of(&state);
        if names_settings {
            self.lab.settings.put(state.draft);
        }
        // A link within a presentation changes what its panels show, not which.
        if place.panels.is_empty() {
            let presentation = self.lab.address.presentation;
            place.panels = presentation.with_untracked(|it| it.panels.clone());
        }
        self.go_to(&place);
    }

    /// Shows a place. What it shows already stays as it is.
    pub fn go_to(self, place: &Place) {
        let address = self.lab.address;
        let is_open = address.lesson.with_untracked(|key| *key == place.lesson);
        if (place.lesson.is_some() || place.view == View::Read) && !is_open {
            self.open(place.lesson.as_deref().unwrap_or_default());
        }
        let exercise = place.exercise.as_deref().and_then(Exercise::find);
        if let Some(exercise) = exercise
            && exercise.id != self.bench.exercise.get_untracked().id
        {
            self.bench.choose(exercise);
        }
        address.view.set(place.view);
        let (panels, presentation) = (&place.panels, address.presentation);
        if presentation.with_untracked(|it| it.panels != *panels) {
            presentation.update(|it| it.panels.clone_from(panels));
        }
    }

    /// Returns the reader's answer to a question.
    pub fn answer(self, id: &str) -> Option<GivenAnswer> {
        self.progress
            .with(|progress| progress.answers.get(id).cloned())
    }

    /// Stores the reader's answer to a question.
    pub fn give(self, question: &Question, given: GivenAnswer) {
        self.progress.update(|progress| {
            note_answer(progress, question, &given);
            let mark = question_fingerprint(question);
            progress.begun.insert(question.id.clone(), mark);
            progress.answers.insert(question.id.clone(), given);
        });
    }

    /// Returns how many hints of an exercise are uncovered. One more than there are hints means the
    /// solution.
    pub fn uncovered(self, id: &str) -> usize {
        self.progress
            .with(|progress| progress.uncovered.get(id).copied().unwrap_or(0))
    }

    /// Uncovers the next hint of an exercise, or after the last hint its solution.
    pub fn uncover(self, id: &str) {
        self.progress
            .update(|progress| *progress.uncovered.entry(id.to_owned()).or_default() += 1);
    }

    /// Returns true if an exercise has changed since the reader began it.
    pub fn is_exercise_outdated(self, exercise: &Exercise) -> bool {
        self.progress
            .with(|progress| progress.is_outdated(exercise.id, exercise.mark))
    }

    /// Returns true if a question has changed since the reader answered it.
    pub fn is_question_outdated(self, question: &Question) -> bool {
        let mark = question_fingerprint(question);
        self.progress
            .with(|progress| progress.is_outdated(&question.id, mark))
    }

    /// Records that the reader has seen the changed exercise.
    pub fn accept(self, exercise: &Exercise) {
        self.progress.update(|progress| {
            (progress.begun).insert(exercise.id.to_owned(), exercise.mark);
        });
    }

    /// Returns the text of a file with the reader's progress and code, these cells of the
    /// scratchpad, and the class of their own world.
    pub fn file(self, scratch: Vec<ScratchText>, world: Option<String>) -> String {
        let code = self.bench.texts.get();
        let mut file = ProgressFile::new(self.progress.get(), code, scratch);
        file.world = world;
        file.to_text()
    }

    /// Replaces the reader's progress and code by those of a file. Returns its cells of the
    /// scratchpad and its class, as far as it has them.
    ///
    /// # Errors
    /// If the text is no file of progress or a newer page wrote it. Nothing changes then.
    pub fn take(
        self,
        text: &str,
    ) -> Result<(Option<Vec<ScratchText>>, Option<String>), Unreadable> {
        let file = ProgressFile::from_text(text)?;
        let chapter = file.kept.lesson.as_deref().and_then(Chapter::find);
        let exercise = file.kept.exercise.as_deref().and_then(Exercise::find);
        self.may_write.set_value(true);
        self.bench.replace_all(file.code);
        self.progress.set(file.kept);
        self.restore_passed();
        // The reader stays there; links lead to these.
        self.open(chapter.map_or("", |chapter| chapter.key));
        if let Some(exercise) = exercise {
            self.bench.choose(exercise);
        }
        Ok((file.scratch, file.world))
    }

    /// Returns true if the reader has changed the text of an exercise or uncovered a hint.
    pub fn has_begun(self, exercise: &Exercise) -> bool {
        self.uncovered(exercise.id) > 0
            || (self.bench.texts).with(|texts| texts.contains_key(exercise.id))
    }

    /// Returns how far the reader is with an exercise.
    pub fn state_of(self, exercise: &Exercise) -> ExerciseState {
        let has_passed = (self.bench.passed).with(|passed| passed.contains(exercise.id));
        match has_passed {
            true => ExerciseState::Passed,
            false if self.has_begun(exercise) => ExerciseState::Begun,
            false => ExerciseState::Fresh,
        }
    }

    /// Counts what the reader has done in a chapter.
    pub fn standing(self, chapter: &Chapter) -> Standing {
        self.progress.with(|progress| {
            Standing::in_chapter(chapter, &progress.answers, |exercise| {
                self.state_of(exercise) == ExerciseState::Passed
            })
        })
    }

    /// Returns the step with which to go on after the last visit, or `None` if nothing has been
    /// done or nothing is left.
    pub fn resume(self) -> Option<CourseStep> {
        let lesson = self.progress.with(|progress| progress.lesson.clone());
        CourseStep::resume(
            Some(self.bench.exercise.get()),
            lesson.as_deref().and_then(Chapter::find),
            |exercise| self.has_begun(exercise),
            |exercise| self.state_of(exercise) == ExerciseState::Passed,
        )
    }

    /// Forgets the reader's text of the current exercise and its uncovered hints, and the
    /// prediction that it asks for.
    pub fn forget_exercise(self) {
        let exercise = self.bench.exercise.get_untracked();
        let page = exercise_page(exercise.id).into_iter();
        let predicted = page.flat_map(|page| page.of(SectionKind::Prediction));
        self.bench.reset();
        self.progress.update(|progress| {
            progress.forget(exercise.id);
            for section in predicted {
                progress.predictions.remove(&section.title);
            }
        });
    }

    /// Forgets everything that the reader has done.
    pub fn forget(self) {
        self.may_write.set_value(true);
        self.bench.replace_all(Default::default());
        self.progress.set(Progress::default());
    }

    /// Returns the points for the reader's answer to a question; 0 if it is missing or wrong. The
    /// reader gives the points for an answer in words.
    pub fn points(self, question: &Question) -> u32 {
        match self.answer(&question.id) {
            Some(GivenAnswer::Text { marked, .. }) => marked.unwrap_or(0),
            Some(given) if is_right(question, &given) => question.points,
            _ => 0,
        }
    }

    /// Marks the exercises that passed on an earlier visit, unless they have changed since.
    fn restore_passed(self) {
        let passed = self.progress.with_untracked(|progress| {
            let is_passed = |exercise: &&Exercise| {
                progress.passed.contains(exercise.id)
                    && !progress.is_outdated(exercise.id, exercise.mark)
            };
            let passed = EXERCISES.iter().filter(is_passed);
            passed.map(|exercise| exercise.id).collect()
        });
        self.bench.passed.set(passed);
    }

    /// Updates the progress and stores it whenever something changes.
    fn keep(self) {
        Effect::new(move || {
            let passed = self.bench.passed.get();
            let exercise = self.bench.exercise.get().id;
            let lesson = self.chapter.get().map(|chapter| chapter.key.to_owned());
            let mut progress = self.progress.get_untracked();
            progress.passed = passed.into_iter().map(str::to_owned).collect();
            self.bench.texts.with(|texts| {
                let is_kept = |id: &str| Exercise::find(id).is_none() || texts.contains_key(id);
                progress.begun.retain(|id, _| is_kept(id));
                for exercise in EXERCISES.iter().filter(|it| texts.contains_key(it.id)) {
                    progress.begin(exercise.id, exercise.mark);
                }
            });
            progress.lesson = lesson.or(progress.lesson);
            progress.exercise = Some(exercise.to_owned());
            // This runs at every keystroke, and most keystrokes change nothing here.
            if self.progress.with_untracked(|before| *before != progress) {
                self.progress.set(progress);
            }
        });
        Effect::new(move || {
            if let Some(exercise) = self.bench.tried.get() {
                self.progress.update(|progress| {
                    *progress.tries.entry(exercise.id.to_owned()).or_default() += 1;
                });
            }
        });
        Effect::new(move || {
            self.progress.track();
            if self.may_write.get_value() {
                self.store();
            }
        });
    }
}

/// How far the reader is with an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExerciseState {
    /// Nothing is written, and no hint uncovered.
    Fresh,
    /// Something is written, or a hint uncovered.
    Begun,
    /// The present text has passed its checks.
    Passed,
}

/// Returns the state of the course, from within any component.
pub fn use_course() -> Course {
    expect_context::<Course>()
}
