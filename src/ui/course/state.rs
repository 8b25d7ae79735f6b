//! Which chapter is open, and what the reader has answered.

use leptos::prelude::*;

use super::super::lab::Lab;
use super::kept::{Given, Kept};
use crate::course::{Answer, CHAPTERS, Catalogue, Chapter, Page, Question};

/// Everything about the course. A copyable handle: components get it from the context.
#[derive(Clone, Copy)]
pub struct Course {
    /// The open chapter; without one the text explains the page itself.
    pub chapter: RwSignal<Option<&'static Chapter>>,
    /// Answers, and hints that were uncovered.
    pub kept: RwSignal<Kept>,
    catalogue: StoredValue<Catalogue>,
    lab: Lab,
}

impl Course {
    /// Reads what was kept, and opens the chapter that the address asks for.
    pub fn new(lab: Lab) -> Self {
        let wanted = lab.lesson();
        let chapter = wanted.as_deref().and_then(find);
        if let (Some(key), None) = (wanted, chapter) {
            let keys: Vec<&str> = CHAPTERS.iter().map(|chapter| chapter.key).collect();
            let keys = keys.join(", ");
            lab.notices.update(|notices| {
                notices.push(format!(
                    "The link asks for lesson “{key}”; there are {keys}"
                ));
            });
        }
        Self {
            chapter: RwSignal::new(chapter),
            kept: RwSignal::new(Kept::read()),
            catalogue: StoredValue::new(Catalogue::english()),
            lab,
        }
    }

    /// Opens a chapter, or the text about the page.
    pub fn open(self, key: &str) {
        let chapter = find(key);
        self.chapter.set(chapter);
        self.lab.set_lesson(chapter.map(|chapter| chapter.key));
    }

    /// The text of a chapter.
    pub fn chapter_page(self, key: &str) -> Page {
        self.catalogue
            .with_value(|all| all.chapters.get(key).cloned())
            .unwrap_or_default()
    }

    /// The text of an exercise.
    pub fn exercise_page(self, id: &str) -> Page {
        self.catalogue
            .with_value(|all| all.exercises.get(id).cloned())
            .unwrap_or_default()
    }

    /// The questions of a chapter.
    pub fn questions(self, key: &str) -> Vec<Question> {
        self.catalogue
            .with_value(|all| all.questions.get(key).cloned())
            .unwrap_or_default()
    }

    /// The answer to a question.
    pub fn answer(self, id: &str) -> Option<Given> {
        self.kept.with(|kept| kept.answers.get(id).cloned())
    }

    /// Keeps an answer.
    pub fn give(self, id: &str, given: Given) {
        self.kept.update(|kept| {
            kept.answers.insert(id.to_owned(), given);
            kept.write();
        });
    }

    /// Hints of an exercise that are in view.
    pub fn uncovered(self, id: &str) -> usize {
        self.kept
            .with(|kept| kept.uncovered.get(id).copied().unwrap_or(0))
    }

    /// Shows one hint more, or after the last the solution.
    pub fn uncover(self, id: &str) {
        self.kept.update(|kept| {
            *kept.uncovered.entry(id.to_owned()).or_default() += 1;
            kept.write();
        });
    }

    /// Points for the answer to a question, as far as they are known.
    pub fn points(self, question: &Question) -> u32 {
        match (&question.answer, self.answer(&question.id)) {
            (
                Answer::Number {
                    value, tolerance, ..
                },
                Some(Given::Number(text)),
            ) => {
                let is_right =
                    number(&text).is_some_and(|given| (given - value).abs() <= *tolerance);
                if is_right { question.points } else { 0 }
            }
            (Answer::Choice(options), Some(Given::Choice(chosen))) => {
                let is_right = options.get(chosen).is_some_and(|option| option.is_right);
                if is_right { question.points } else { 0 }
            }
            (Answer::Text(_), Some(Given::Text { marked, .. })) => marked.unwrap_or(0),
            _ => 0,
        }
    }
}

/// A number as people write it.
pub fn number(text: &str) -> Option<f64> {
    text.trim().replace('−', "-").replace(',', ".").parse().ok()
}

fn find(key: &str) -> Option<&'static Chapter> {
    CHAPTERS.iter().find(|chapter| chapter.key == key)
}

/// The course, from within any component.
pub fn use_course() -> Course {
    expect_context::<Course>()
}
