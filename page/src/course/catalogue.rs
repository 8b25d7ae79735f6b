//! The texts of the course in English: HTML, with formulas as MathML. `build/course` makes them
//! from `chapters/*.md` and `exercises/*/text.md` in the repository's `course/` when the crate is
//! built. In a browser they are a file of their own, because the page that a newcomer sees first
//! needs none of them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use super::term_id::term_id;
use super::{Comparison, RecordedSeeds, Recording};

/// The English texts, once they are there.
static ENGLISH: OnceLock<Catalogue> = OnceLock::new();

/// All texts of the course.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Catalogue {
    /// The text about the page itself.
    pub page: Page,
    /// The terms of the course, in alphabetical order.
    pub glossary: Vec<Term>,
    /// The chapters' texts, by the chapter's key.
    pub chapters: BTreeMap<String, Page>,
    /// The exercises' texts, by the exercise's id.
    pub exercises: BTreeMap<String, Page>,
    /// The questions, by the key of the chapter that asks them.
    pub questions: BTreeMap<String, Vec<Question>>,
    /// The code that the reader starts from, by the exercise's id.
    pub starters: BTreeMap<String, String>,
    /// Our own solutions, by the exercise's id.
    pub solutions: BTreeMap<String, String>,
    /// Files of the engine by their names in the engine's folder, the code of stages, and the
    /// classes that texts show, by the titles of their sections (`build/shown.rs`).
    pub sources: BTreeMap<String, String>,
    /// Recorded films.
    pub recordings: Vec<Recording>,
    /// Recorded runs of many seeds.
    pub seeds: Vec<RecordedSeeds>,
    /// Recorded runs beside each other.
    pub comparisons: Vec<Comparison>,
}

/// A term of the course.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Term {
    /// The term, with its abbreviation or symbol if it has one.
    pub name: String,
    /// The meaning, HTML.
    pub html: String,
}

impl Term {
    /// Returns the id of the term's place on the page.
    pub fn id(&self) -> String {
        term_id(&self.name)
    }

    /// Returns the link that leads there.
    pub fn link(&self) -> String {
        format!("?view=map#{}", self.id())
    }
}

/// The text of a chapter or of an exercise.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Page {
    /// The title, as plain text.
    pub title: String,
    /// The sections, in order.
    pub parts: Vec<Section>,
}

/// A section of a text.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Section {
    /// The purpose of the section.
    pub kind: SectionKind,
    /// The ids of the course's list that the section covers (`S0-P`, `Q3`): tangents, extras,
    /// errata of the documents.
    pub ids: Vec<String>,
    /// The title, HTML; empty if the kind says enough.
    pub title: String,
    /// The text, HTML.
    pub html: String,
    /// The text that a prediction reveals, HTML; empty in other sections.
    #[serde(default)]
    pub revealed: String,
}

/// The purpose of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum SectionKind {
    /// The topic of the text, always in view.
    Idea,
    /// A text about the algorithm whose key is the title, shown while it is the chosen one.
    Algorithm,
    /// A figure to play with, named by the title. The text is its caption.
    Figure,
    /// A proof, folded.
    Derivation,
    /// A remark that a reader may skip, folded.
    Aside,
    /// Classes of the page's own Python, folded: `worlds.py World CartPole` is the file and the
    /// classes. The text introduces them.
    Source,
    /// The exercise whose id is the title, where the text needs it.
    Exercise,
    /// The question whose id is the title, where the text needs it.
    Question,
    /// Recorded runs to predict, by the key that is the title. The text asks, and another one tells
    /// what happened.
    Prediction,
    /// The changes since the previous exercise.
    Changed,
    /// A hint. Hints are shown one after the other.
    Hint,
    /// An explanation of the solution.
    Solution,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Question {
    /// The id in the course: `S1-W10`.
    pub id: String,
    /// Points for a right answer.
    pub points: u32,
    /// The text of the question, HTML.
    pub prompt: String,
    /// The name of the figure shown above the question, if any.
    pub figure: Option<String>,
    /// The kind of answer, with the right one.
    pub answer: QuestionAnswer,
}

/// The way to answer a question, and the texts that are shown afterwards, HTML.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum QuestionAnswer {
    /// A number to type.
    Number {
        /// The right number.
        value: f64,
        /// The largest accepted difference from it.
        tolerance: f64,
        /// The reason why it is right.
        explanation: String,
    },
    /// Options to choose from.
    Choice(Vec<QuestionChoice>),
    /// A text to write. The reader compares it with this model answer and marks it.
    Text(String),
}

/// An option of a question.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct QuestionChoice {
    /// True if this is the right option.
    pub is_right: bool,
    /// The text of the option.
    pub text: String,
    /// The reason why it is right or wrong.
    pub explanation: String,
}

impl Catalogue {
    /// Returns the English texts: none before they have been loaded.
    #[cfg(target_arch = "wasm32")]
    pub fn english() -> &'static Self {
        static NONE: std::sync::LazyLock<Catalogue> = std::sync::LazyLock::new(Catalogue::default);
        ENGLISH.get().unwrap_or(&NONE)
    }

    /// Returns the English texts. If they could not be read there would be none, but a test makes
    /// sure that they can.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn english() -> &'static Self {
        let json = include_str!(concat!(env!("OUT_DIR"), "/course-en.json"));
        ENGLISH.get_or_init(|| serde_json::from_str(json).unwrap_or_default())
    }

    /// Takes the English texts in. Those that are there already stay: they are of the same build.
    ///
    /// # Errors
    /// If the text is no catalogue.
    pub fn fill(json: &str) -> Result<(), serde_json::Error> {
        let read = serde_json::from_str(json)?;
        ENGLISH.get_or_init(|| read);
        Ok(())
    }

    /// Returns true once the English texts are there.
    pub fn is_filled() -> bool {
        ENGLISH.get().is_some()
    }
}

impl SectionKind {
    /// Returns true for what one reads, and not for what one writes or answers.
    pub fn is_text(self) -> bool {
        !matches!(self, Self::Exercise | Self::Question)
    }
}

impl Question {
    /// Returns the id of the question's place on the page.
    pub fn place(&self) -> String {
        format!("question-{}", self.id)
    }
}

impl Page {
    /// Returns true if the text shows this exercise or question among its sections.
    pub fn places(&self, kind: SectionKind, id: &str) -> bool {
        self.of(kind).any(|part| part.title == id)
    }

    /// Returns the sections of one kind, in order.
    pub fn of(&self, kind: SectionKind) -> impl Iterator<Item = &Section> {
        self.parts.iter().filter(move |part| part.kind == kind)
    }
}

/// Returns the code of a file of the engine, or of the classes that a section shows, by its title;
/// empty before the texts have been loaded.
pub fn source(name: &str) -> &'static str {
    (Catalogue::english().sources.get(name)).map_or("", String::as_str)
}

/// Returns the text of a chapter.
pub fn chapter_page(key: &str) -> Option<&'static Page> {
    Catalogue::english().chapters.get(key)
}

/// Returns the text of an exercise.
pub fn exercise_page(id: &str) -> Option<&'static Page> {
    Catalogue::english().exercises.get(id)
}

/// Returns the question with this id.
pub fn question(id: &str) -> Option<&'static Question> {
    let mut all = Catalogue::english().questions.values().flatten();
    all.find(|question| question.id == id)
}

/// Returns the questions of a chapter.
pub fn questions(key: &str) -> &'static [Question] {
    let questions = Catalogue::english().questions.get(key);
    questions.map_or(&[], Vec::as_slice)
}
