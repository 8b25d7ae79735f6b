//! What the reader has answered and uncovered, kept in the browser from visit to visit.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use web_sys::Storage;

const KEY: &str = "policy-lab-course";
/// Counts changes of what is kept that an older page could not read.
const VERSION: u32 = 1;

/// All of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    version: u32,
    /// Answers by the id of the question.
    pub answers: BTreeMap<String, Given>,
    /// How many hints of an exercise have been uncovered; one more than there are is the solution.
    pub uncovered: BTreeMap<String, usize>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Given {
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

impl Default for Kept {
    fn default() -> Self {
        Self {
            version: VERSION,
            answers: BTreeMap::new(),
            uncovered: BTreeMap::new(),
        }
    }
}

impl Kept {
    /// What was written on earlier visits; nothing where the browser keeps nothing.
    pub fn read() -> Self {
        let text = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
        let kept: Option<Self> = text.and_then(|text| serde_json::from_str(&text).ok());
        kept.filter(|kept| kept.version == VERSION)
            .unwrap_or_default()
    }

    /// Writes it. A browser that keeps nothing forgets it with the page.
    pub fn write(&self) {
        if let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(self)) {
            let _ = storage.set_item(KEY, &text);
        }
    }
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
