//! The chapters: `en/chapter-KEY.md`, with `position` and `engine` in front.

use serde_json::Value;

use super::front_matter::FrontMatter;
use super::markdown;

/// A chapter.
pub struct Chapter {
    /// The chapter's value of `lesson` in the address.
    pub key: String,
    /// Its position among the chapters; the smallest comes first.
    pub position: u32,
    /// The file of the engine that is shown with it.
    pub engine: Option<String>,
    /// Its text.
    pub page: Value,
}

impl Chapter {
    /// Reads the text of a chapter.
    pub fn read(key: &str, text: &str) -> Result<Self, String> {
        let (mut front, text) = FrontMatter::split(text)?;
        let chapter = Self {
            key: key.to_owned(),
            position: front.number("position")?,
            engine: front.take("engine"),
            page: markdown::page(text)?,
        };
        front.finish()?;
        Ok(chapter)
    }
}

/// Sorts chapters by their positions.
pub fn sort(chapters: &mut [Chapter]) -> Result<(), String> {
    chapters.sort_by_key(|chapter| chapter.position);
    for pair in chapters.windows(2) {
        if pair[0].position == pair[1].position {
            return Err(format!(
                "the chapters {} and {} both have position {}",
                pair[0].key, pair[1].key, pair[0].position
            ));
        }
    }
    Ok(())
}
