//! A hand-in: a student's file of progress under a heading that says whose it is, when it was saved
//! and by which page.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::legible::clean;
use crate::view::progress::{Progress, ProgressFile, Unreadable};

/// Version of the format. A new one means that an older page cannot read the file.
const VERSION: u32 = 1;
/// Name of the file format, stored in each file.
const FORMAT: &str = "policy-lab-hand-in";
/// Most bytes of a file. The whole course with our solutions is a tenth of it.
pub const MOST_BYTES: usize = 1_000_000;

/// A hand-in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HandIn {
    format: String,
    version: u32,
    /// The student's name or number, as typed; may be empty.
    pub student: String,
    /// The time at which it was saved, such as `2026-11-25T14:06:02.000Z`, by the student's clock.
    pub saved: String,
    /// The version of the engine.
    pub engine: String,
    /// The version of the page's build.
    pub build: String,
    /// The student's progress and code, without the scratchpad.
    pub work: ProgressFile,
}

impl HandIn {
    /// Returns a hand-in of this student, saved at this time by this build of the page.
    pub fn new(
        student: &str,
        saved: String,
        build: String,
        kept: Progress,
        code: BTreeMap<String, String>,
    ) -> Self {
        let mut work = ProgressFile::new(kept, code, Vec::new());
        work.scratch = None;
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            student: clean(student),
            saved,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            build,
            work,
        }
    }

    /// Returns the name for the file: `policy-lab-Ada-Lovelace.json`.
    pub fn file_name(&self) -> String {
        let words = self.student.split(|letter: char| !letter.is_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        match words.is_empty() {
            true => "policy-lab-hand-in.json".to_owned(),
            false => format!("policy-lab-{}.json", words.join("-")),
        }
    }

    /// Returns the file's content.
    pub fn to_text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Reads the content of a file. `name` is the file's, for the sentences.
    ///
    /// # Errors
    /// A sentence with the reason and a way out, if the file is no hand-in, is damaged or too
    /// large, or a newer page wrote it.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Header {
            format: String,
            #[serde(default)]
            version: u32,
        }
        let name = clean(name);
        if let Some(why) = too_large(&name, bytes.len() as f64) {
            return Err(why);
        }
        let damaged = || {
            format!(
                "{name} is damaged or no hand-in. A student saves one under “Your work”, in the menu"
            )
        };
        let newer = || {
            format!("{name} was written by a newer version of this page. Reload the page to get it")
        };
        let text = std::str::from_utf8(bytes).map_err(|_| damaged())?;
        let header: Header = serde_json::from_str(text).map_err(|_| damaged())?;
        if ProgressFile::from_text(text).is_ok() {
            return Err(format!(
                "{name} holds somebody’s progress, not a hand-in. Its owner can load it under “Your work”, in the menu, and save a hand-in"
            ));
        }
        if header.format != FORMAT {
            return Err(damaged());
        }
        if header.version > VERSION {
            return Err(newer());
        }
        #[derive(Deserialize)]
        struct Parts {
            student: String,
            saved: String,
            engine: String,
            build: String,
            work: serde_json::Value,
        }
        let parts: Parts = serde_json::from_str(text).map_err(|_| damaged())?;
        // Progress has a version of its own.
        let work = ProgressFile::from_text(&parts.work.to_string());
        let work = work.map_err(|why| match why == Unreadable::Newer {
            true => newer(),
            false => damaged(),
        })?;
        Ok(Self {
            format: header.format,
            version: VERSION,
            student: clean(&parts.student),
            saved: clean(&parts.saved),
            engine: clean(&parts.engine),
            build: clean(&parts.build),
            work,
        })
    }
}

/// Says why a file of this size is not read, if it is too large.
pub fn too_large(name: &str, bytes: f64) -> Option<String> {
    (bytes > MOST_BYTES as f64).then(|| {
        format!(
            "{} has {:.1} MB, and a hand-in has at most {} MB, so it was not read",
            clean(name),
            bytes / 1e6,
            MOST_BYTES / 1_000_000
        )
    })
}
