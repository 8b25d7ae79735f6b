//! The texts of the course in English, made of `src/course/en/*.md` and `src/course/exercises/*/text.md` when the crate is built
//! (`build/course`): HTML, with formulas as MathML.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// The English texts.
const ENGLISH: &str = include_str!(concat!(env!("OUT_DIR"), "/course-en.json"));

/// All texts.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Catalogue {
    /// By the key of the chapter.
    pub chapters: BTreeMap<String, Page>,
    /// By the id of the exercise.
    pub exercises: BTreeMap<String, Page>,
    /// By the key of the chapter.
    pub questions: BTreeMap<String, Vec<Question>>,
}

/// The text of a chapter or of an exercise.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Page {
    /// Its title, plain.
    pub title: String,
    /// Its sections.
    pub parts: Vec<Section>,
}

/// A section of a text.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Section {
    /// What it is for.
    pub kind: SectionKind,
    /// What of the course's list it holds: tangents, extras, slips of the documents (`S0-P`, `Q3`).
    pub ids: Vec<String>,
    /// Its title, HTML; empty where the kind says enough.
    pub title: String,
    /// Its text, HTML.
    pub html: String,
}

/// What a section is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum SectionKind {
    /// What it is about: always in view.
    Idea,
    /// Something to play with, named by the title; the text is its caption.
    Figure,
    /// A proof: folded.
    Derivation,
    /// Something beside the way: folded.
    Aside,
    /// What is new since the exercise before.
    Changed,
    /// A hint: shown one after the other.
    Hint,
    /// What the solution does.
    Solution,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Question {
    /// Its id in the course: `S1-W10`.
    pub id: String,
    /// What a right answer is worth.
    pub points: u32,
    /// The question, HTML.
    pub prompt: String,
    /// What is shown above it, if anything.
    pub figure: Option<String>,
    /// How it is answered.
    pub answer: QuestionAnswer,
}

/// How a question is answered, and what is said then: HTML.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum QuestionAnswer {
    /// By a number.
    Number {
        /// The right one.
        value: f64,
        /// How far off an answer may be.
        tolerance: f64,
        /// Why it is that.
        explanation: String,
    },
    /// By choosing.
    Choice(Vec<QuestionChoice>),
    /// In words, marked by the reader beside this model answer.
    Text(String),
}

/// Something to choose.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct QuestionChoice {
    /// Whether it is right.
    pub is_right: bool,
    /// What it says.
    pub text: String,
    /// Why it is right or wrong.
    pub explanation: String,
}

impl Catalogue {
    /// The English one. A text that cannot be read would be a fault of the build, and a test holds it to be readable;
    /// then there are no texts.
    pub fn english() -> &'static Self {
        static READ: LazyLock<Catalogue> =
            LazyLock::new(|| serde_json::from_str(ENGLISH).unwrap_or_default());
        &READ
    }
}

impl Page {
    /// Its sections of one kind, in order.
    pub fn of(&self, kind: SectionKind) -> impl Iterator<Item = &Section> {
        self.parts.iter().filter(move |part| part.kind == kind)
    }
}
