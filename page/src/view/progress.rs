//! The reader's progress: plain data, kept in the browser between visits and carried to other
//! browsers as a file.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::once_more::FirstTries;
use super::scratch::ScratchText;

/// Version of the format. A new one means that an older page cannot read what is kept.
const VERSION: u32 = 2;
/// Name of the file format, stored in each file.
const FORMAT: &str = "policy-lab-progress";

/// The reader's progress, apart from the code, which the cells keep.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    version: OwnVersion,
    /// Answers, by the id of the question.
    pub answers: BTreeMap<String, GivenAnswer>,
    /// Number of hints uncovered in each exercise. One more than there are hints means that the
    /// solution was shown too.
    pub uncovered: BTreeMap<String, usize>,
    /// The fingerprint of each exercise and question when the reader began it.
    #[serde(default)]
    pub begun: BTreeMap<String, u32>,
    /// The exercises whose code has passed its checks.
    #[serde(default)]
    pub passed: BTreeSet<String>,
    /// How often the checks of each exercise ran to their end or to the time limit.
    #[serde(default)]
    pub tries: BTreeMap<String, u32>,
    /// What came of the first try at each question.
    #[serde(default)]
    pub first_tries: FirstTries,
    /// The reader's predictions of recorded runs, by the key of the comparison.
    #[serde(default)]
    pub predictions: BTreeMap<String, Prediction>,
    /// The chapter that was open last.
    #[serde(default)]
    pub lesson: Option<String>,
    /// The exercise that was open last.
    #[serde(default)]
    pub exercise: Option<String>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum GivenAnswer {
    /// The text typed for a number.
    Number(String),
    /// The index of the chosen option.
    Choice(usize),
    /// A text, and the points that the reader gave it after seeing the model answer.
    Text {
        /// The text.
        text: String,
        /// The points, once given.
        marked: Option<u32>,
    },
}

/// A prediction of a learning curve.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Prediction {
    /// The curve that the reader has drawn, a value for each recorded iteration; empty if there is
    /// none.
    pub sketch: Vec<f64>,
    /// True once the reader has seen what happened.
    pub is_revealed: bool,
}

/// A file with all progress and code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProgressFile {
    format: String,
    /// The reader's progress.
    pub kept: Progress,
    /// The reader's code, by exercise.
    pub code: BTreeMap<String, String>,
    /// The cells of the scratchpad; `None` in a file of an older page.
    #[serde(default)]
    pub scratch: Option<Vec<ScratchText>>,
    /// The class of the reader's own world, if they have written one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub world: Option<String>,
}

/// The reason why a file cannot be used. The page has a sentence for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// The file is not one of ours.
    NotOurs,
    /// A newer page wrote the file.
    Newer,
}

/// The one part of kept progress that every page can read.
#[derive(Deserialize)]
struct Version {
    version: u32,
}

/// The version of the format in which something was kept: of what is new, this page's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct OwnVersion(u32);

impl Default for OwnVersion {
    fn default() -> Self {
        Self(VERSION)
    }
}

impl Progress {
    /// Reads the progress that an earlier visit wrote.
    ///
    /// # Errors
    /// If the text is something else, or a newer page wrote it.
    pub fn from_text(text: &str) -> Result<Self, Unreadable> {
        let header: Version = serde_json::from_str(text).map_err(|_| Unreadable::NotOurs)?;
        if header.version > VERSION {
            return Err(Unreadable::Newer);
        }
        let progress: Self = serde_json::from_str(text).map_err(|_| Unreadable::NotOurs)?;
        Ok(progress.current())
    }

    /// Returns the text to keep.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Records that the reader has begun an exercise or question that now has this fingerprint.
    pub fn begin(&mut self, id: &str, mark: u32) {
        self.begun.entry(id.to_owned()).or_insert(mark);
    }

    /// Returns true if an exercise or question has changed since the reader began it.
    pub fn is_outdated(&self, id: &str, mark: u32) -> bool {
        self.begun.get(id).is_some_and(|begun| *begun != mark)
    }

    /// Forgets the progress of one exercise.
    pub fn forget(&mut self, id: &str) {
        self.uncovered.remove(id);
        self.begun.remove(id);
        self.passed.remove(id);
        self.tries.remove(id);
    }

    fn current(self) -> Self {
        Self {
            version: OwnVersion::default(),
            ..self
        }
    }
}

impl ProgressFile {
    /// Returns a file with this progress, this code, and these cells of the scratchpad.
    pub fn new(kept: Progress, code: BTreeMap<String, String>, scratch: Vec<ScratchText>) -> Self {
        Self {
            format: FORMAT.to_owned(),
            kept,
            code,
            scratch: Some(scratch),
            world: None,
        }
    }

    /// Returns the file's content.
    pub fn to_text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Reads the content of a file that [`ProgressFile::to_text`] wrote.
    ///
    /// # Errors
    /// If it is not such a file, or a newer page wrote it.
    pub fn from_text(text: &str) -> Result<Self, Unreadable> {
        #[derive(Deserialize)]
        struct Header {
            format: String,
            kept: Version,
        }
        let header: Header = serde_json::from_str(text).map_err(|_| Unreadable::NotOurs)?;
        if header.format != FORMAT {
            return Err(Unreadable::NotOurs);
        }
        if header.kept.version > VERSION {
            return Err(Unreadable::Newer);
        }
        let file: Self = serde_json::from_str(text).map_err(|_| Unreadable::NotOurs)?;
        Ok(Self {
            kept: file.kept.current(),
            ..file
        })
    }
}
