//! The chapters: `chapters/chapter-KEY.md`, with `position`, `engine`, `preset`, `fields` and
//! `reference` in front.

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
    /// The preset that trains what it is about.
    pub preset: Option<String>,
    /// The hyperparameters that it talks about.
    pub fields: Vec<String>,
    /// True if it is looked up, and is no part of the way through the course.
    pub is_reference: bool,
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
            preset: front.take("preset"),
            fields: front.words("fields"),
            is_reference: match front.take("reference").as_deref() {
                None => false,
                Some("yes") => true,
                Some(other) => return Err(format!("the field `reference` is {other}, not `yes`")),
            },
            page: markdown::page(text)?,
        };
        front.finish()?;
        if chapter.preset.is_none() && !chapter.fields.is_empty() {
            return Err("the field `fields` needs a `preset` beside it".to_owned());
        }
        Ok(chapter)
    }

    /// Returns the ids of the exercises or questions that the text shows, in its order.
    pub fn places(&self, kind: &str) -> impl Iterator<Item = &str> {
        let parts = self.page["parts"].as_array().into_iter().flatten();
        let of_kind = parts.filter(move |part| part["kind"] == kind);
        of_kind.filter_map(|part| part["title"].as_str())
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
