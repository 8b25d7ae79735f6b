//! The terms of the course: `chapters/glossary.md`, a heading for each term with its meaning below.

use serde_json::{Value, json};

use super::markdown::{html_of, sections};
use super::terms::Forms;

/// The lines below a heading that say how texts write the term.
const LINES: [&str; 3] = ["also: ", "only: ", "not: "];

/// Reads the terms, and the forms in which texts write them. The terms must be in alphabetical
/// order, so that none stands twice and each is found.
pub fn read(text: &str) -> Result<(Value, Forms), String> {
    let mut terms = Vec::new();
    let mut forms = Forms::default();
    let mut before = String::new();
    for (name, body) in sections(text) {
        let place = name.to_lowercase();
        if place <= before {
            return Err(format!("`## {name}` stands after a term that follows it"));
        }
        let [also, only, not, body] = parts(body);
        if body.is_empty() {
            return Err(format!("`## {name}` has no meaning below it"));
        }
        let told = |why: String| format!("`## {name}`: {why}");
        forms.add(name, also, only, not).map_err(told)?;
        terms.push(json!({ "name": name, "html": html_of(body)? }));
        before = place;
    }
    Ok((Value::Array(terms), forms))
}

/// Splits what stands below a heading: the lists of the lines `also:`, `only:` and `not:`, in this
/// order, and the meaning.
fn parts(body: &str) -> [&str; 4] {
    let mut lists = [""; 3];
    let mut rest = body;
    for (list, line) in lists.iter_mut().zip(LINES) {
        if let Some(after) = rest.strip_prefix(line) {
            let (own, below) = after.split_once('\n').unwrap_or((after, ""));
            (*list, rest) = (own, below.trim_start());
        }
    }
    [lists[0], lists[1], lists[2], rest]
}
