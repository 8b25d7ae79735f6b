//! What the reader has done: plain data, kept in the browser from visit to visit, and carried elsewhere as a file.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// Counts changes of what is kept that an older page could not read.
const VERSION: u32 = 2;
/// What a file says of itself.
const FORMAT: &str = "policy-lab-progress";

/// All of it but the code, which the cells keep.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    version: u32,
    /// Answers by the id of the question.
    pub answers: BTreeMap<String, GivenAnswer>,
    /// How many hints of an exercise have been uncovered; one more than there are is the solution.
    pub uncovered: BTreeMap<String, usize>,
    /// The mark of each exercise and each question as it was when the reader began it.
    #[serde(default)]
    pub begun: BTreeMap<String, u32>,
    /// The exercises whose texts have passed their checks.
    #[serde(default)]
    pub passed: BTreeSet<String>,
    /// The chapter that was open.
    #[serde(default)]
    pub lesson: Option<String>,
    /// The exercise that was at hand.
    #[serde(default)]
    pub exercise: Option<String>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum GivenAnswer {
    /// What was typed for a number.
    Number(String),
    /// Which was chosen.
    Choice(usize),
    /// In words; and, once the model answer has been seen, the points that the reader gives.
    Text {
        /// The words.
        text: String,
        /// The points.
        marked: Option<u32>,
    },
}

/// A file with everything.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProgressFile {
    format: String,
    /// What the reader has done.
    pub kept: Progress,
    /// What the reader has written, by exercise.
    pub code: BTreeMap<String, String>,
}

/// Why a file is of no use; the page has a sentence for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It is something else.
    NotOurs,
    /// A newer page wrote it.
    Newer,
}

/// All that every page can read of what another has written.
#[derive(Deserialize)]
struct Version {
    version: u32,
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            version: VERSION,
            answers: BTreeMap::new(),
            uncovered: BTreeMap::new(),
            begun: BTreeMap::new(),
            passed: BTreeSet::new(),
            lesson: None,
            exercise: None,
        }
    }
}

impl Progress {
    /// Reads what an earlier visit wrote.
    ///
    /// # Errors
    /// When it is something else, or a newer page wrote it.
    pub fn from_text(text: &str) -> Result<Self, Unreadable> {
        let header: Version = serde_json::from_str(text).map_err(|_| Unreadable::NotOurs)?;
        if header.version > VERSION {
            return Err(Unreadable::Newer);
        }
        let progress: Self = serde_json::from_str(text).map_err(|_| Unreadable::NotOurs)?;
        Ok(progress.current())
    }

    /// The text to keep.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Notes that the reader has begun something that now has this mark.
    pub fn begin(&mut self, id: &str, mark: u32) {
        self.begun.entry(id.to_owned()).or_insert(mark);
    }

    /// Whether something has changed since the reader began it.
    pub fn is_outdated(&self, id: &str, mark: u32) -> bool {
        self.begun.get(id).is_some_and(|begun| *begun != mark)
    }

    /// Forgets one exercise.
    pub fn forget(&mut self, id: &str) {
        self.uncovered.remove(id);
        self.begun.remove(id);
        self.passed.remove(id);
    }

    fn current(self) -> Self {
        Self {
            version: VERSION,
            ..self
        }
    }
}

impl ProgressFile {
    /// A file of everything.
    pub fn new(kept: Progress, code: BTreeMap<String, String>) -> Self {
        Self {
            format: FORMAT.to_owned(),
            kept,
            code,
        }
    }

    /// The file's text.
    pub fn to_text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Reads [`ProgressFile::to_text`] back.
    ///
    /// # Errors
    /// When it is no such file, or a newer page wrote it.
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

/// A number that changes when any of `texts` does: FNV-1a over their bytes, each with an end of its own.
///
/// # Source
/// Fowler, Noll and Vo: 32 bits, offset 2166136261, prime 16777619.
pub fn fingerprint<'a>(texts: impl IntoIterator<Item = &'a str>) -> u32 {
    let bytes = texts
        .into_iter()
        .flat_map(|text| text.bytes().chain(std::iter::once(0)));
    bytes.fold(2_166_136_261, |mark, byte| {
        (mark ^ u32::from(byte)).wrapping_mul(16_777_619)
    })
}
