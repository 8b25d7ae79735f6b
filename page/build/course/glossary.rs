//! The terms of the course: `en/glossary.md`, a heading for each term with its meaning below.

use serde_json::{Value, json};

use super::markdown::{html_of, sections};

/// Reads the terms. They must be in alphabetical order, so that none stands twice and each is found.
pub fn read(text: &str) -> Result<Value, String> {
    let mut terms = Vec::new();
    let mut before = String::new();
    for (name, body) in sections(text) {
        let place = name.to_lowercase();
        if place <= before {
            return Err(format!("`## {name}` stands after a term that follows it"));
        }
        if body.is_empty() {
            return Err(format!("`## {name}` has no meaning below it"));
        }
        terms.push(json!({ "name": name, "html": html_of(body)? }));
        before = place;
    }
    Ok(Value::Array(terms))
}
