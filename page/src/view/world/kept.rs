//! What outlasts the visit: the text of the class, and the programs that classes have become, so
//! that a link or a run with a program's key is known again.

use serde::{Deserialize, Serialize};

use super::{STARTERS, is_starter};
use policy_lab::envs::OwnProgram;

/// Version of the format. A new one means that an older page cannot read what is kept.
const VERSION: u32 = 1;
/// Most programs that are kept: the newest.
pub const MOST_PROGRAMS: usize = 24;

/// The text of the class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptWorld {
    version: u32,
    /// The text in the editor.
    pub text: String,
    /// True if the reader has written it, or a part of it.
    pub is_own: bool,
    /// What the reader had written before a link, a file or a starter took its place.
    pub before: Option<String>,
}

impl Default for KeptWorld {
    fn default() -> Self {
        Self {
            version: VERSION,
            text: STARTERS[0].text.to_owned(),
            is_own: false,
            before: None,
        }
    }
}

impl KeptWorld {
    /// Returns the text to keep.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what an earlier visit has kept; `None` if it is something else or a newer page wrote
    /// it. It must then stay as it is.
    pub fn from_text(text: &str) -> Option<Self> {
        let kept: Self = serde_json::from_str(text).ok()?;
        (kept.version == VERSION).then_some(kept)
    }

    /// Returns the class that the reader has written last, if they have written one.
    pub fn own(&self) -> Option<&str> {
        match self.is_own {
            true => Some(&self.text),
            false => self.before.as_deref(),
        }
    }

    /// Takes what the reader has typed.
    pub fn edit(&mut self, text: String) {
        self.is_own = !is_starter(&text);
        self.text = text;
    }

    /// Puts another text in the place of this one, which can be put back if the reader has written
    /// it.
    pub fn replace(&mut self, text: String) {
        if self.text == text {
            return;
        }
        let before = std::mem::replace(&mut self.text, text);
        if self.is_own {
            self.before = Some(before);
        }
        self.is_own = false;
    }

    /// Takes over what another tab has kept. What was typed here stays as what the reader had
    /// before, however much is typed there.
    pub fn take_over(&mut self, theirs: Self, is_typed_here: bool) {
        let before = match is_typed_here {
            true => Some(std::mem::take(&mut self.text)),
            false => self.before.take().or_else(|| theirs.before.clone()),
        };
        *self = Self { before, ..theirs };
    }

    /// Puts back what the reader had written before, and keeps what takes its place as that.
    pub fn put_back(&mut self) {
        if let Some(before) = self.before.take() {
            let after = std::mem::replace(&mut self.text, before);
            self.before = (!is_starter(&after)).then_some(after);
            self.is_own = true;
        }
    }
}

/// Returns the programs to keep as texts, oldest first, after `program` has joined them: the newest
/// [`MOST_PROGRAMS`], and one of each class text.
pub fn with_program(kept: &[OwnProgram], program: &OwnProgram) -> Vec<OwnProgram> {
    let others = kept.iter().filter(|it| it.source != program.source);
    let mut all: Vec<OwnProgram> = others.chain([program]).cloned().collect();
    let too_many = all.len().saturating_sub(MOST_PROGRAMS);
    all.drain(..too_many);
    all
}

/// Writes programs as they are kept.
pub fn programs_to_text(programs: &[OwnProgram]) -> String {
    serde_json::to_string(programs).unwrap_or_default()
}

/// Reads the programs that an earlier visit has kept. One that cannot be read, because another
/// version of the page wrote it, is left out.
pub fn programs_from_text(text: &str) -> Vec<OwnProgram> {
    let all: Vec<serde_json::Value> = serde_json::from_str(text).unwrap_or_default();
    let read = all
        .into_iter()
        .filter_map(|it| serde_json::from_value(it).ok());
    read.collect()
}
