//! All cells in one file, for Python outside the page.

use serde_json::{Value, json};

use super::notebook::{METADATA, below, prose, usual_name};
use super::shown::base_name;
use super::{ScratchText, commands};
use crate::view::jupyter::{self, NotebookCell};

/// Returns the name and the text of a Python file: of a single cell as it is, of several one below
/// the other, each after a line that begins with `# %%`, which editors know as the beginning of a
/// cell. Lines for Jupyter are comments.
pub fn python(cells: &[ScratchText]) -> (String, String) {
    if let [cell] = cells {
        return (
            base_name(&cell.file).to_owned(),
            commands::without(&cell.text).into_owned(),
        );
    }
    let mut text = String::new();
    for cell in cells {
        if !text.is_empty() {
            text.push('\n');
        }
        text += &format!("# %% {}", cell.file);
        if !cell.arguments.trim().is_empty() {
            text += &format!(" {}", cell.arguments.trim());
        }
        text += &format!("\n{}\n", commands::without(&cell.text).trim_end());
    }
    ("scratchpad.py".to_owned(), text)
}

/// Returns the name of the notebook that the cells come from, or of one that comes from nowhere.
pub fn notebook_name(cells: &[ScratchText]) -> String {
    base_name(&notebook_path(cells)).to_owned()
}

/// Returns the path of that notebook, which may come from a folder.
pub fn notebook_path(cells: &[ScratchText]) -> String {
    let origin = cells.first().map(origin).unwrap_or_default();
    let name = origin["notebook"]["name"].as_str();
    name.unwrap_or("scratchpad.ipynb").to_owned()
}

/// Returns a notebook, which this page opens again with the same names and arguments. Cells that
/// come from one are as they were there, with what stood between them, as far as nobody has changed
/// the comments that stand for it.
pub fn notebook(cells: &[ScratchText]) -> String {
    notebook_at(&notebook_name(cells), cells)
}

/// Returns that notebook for a path: opened from there, its cells have their names without being
/// told.
pub fn notebook_at(path: &str, cells: &[ScratchText]) -> String {
    let (mut written, mut metadata) = (Vec::new(), Value::Null);
    let usual = |place: usize| usual_name(path, place);
    let has_usual = (cells.iter().enumerate()).all(|(place, cell)| cell.file == usual(place));
    for cell in cells {
        let mut origin = origin(cell);
        let [above, under] = ["above", "below"].map(|side| match origin[side].take() {
            Value::Array(cells) => cells,
            _ => Vec::new(),
        });
        let mut text = cell.text.as_str();
        if let Some(code) = text.strip_prefix(&prose(&above)) {
            text = code;
            written.extend(above.into_iter().map(NotebookCell::known));
        }
        let (code, under) = match text.strip_suffix(&below(&under)) {
            Some(code) => (code, under),
            None => (text, Vec::new()),
        };
        let is_new = cell.origin.is_empty();
        let mut own = NotebookCell::code(if is_new { code.trim_end() } else { code });
        own.take_over(origin["id"].take(), origin["metadata"].take());
        if !has_usual || !cell.arguments.is_empty() {
            let added = json!({ "file": cell.file, "arguments": cell.arguments });
            own = own.with(METADATA, added);
        }
        written.push(own);
        written.extend(under.into_iter().map(NotebookCell::known));
        if metadata.is_null() {
            let known = origin.pointer_mut("/notebook/metadata");
            metadata = known.map_or(Value::Null, Value::take);
        }
    }
    jupyter::written_as(written, metadata)
}

/// Returns where a cell comes from, or nothing.
fn origin(cell: &ScratchText) -> Value {
    let origin: Option<Value> = serde_json::from_str(&cell.origin).ok();
    origin.filter(Value::is_object).unwrap_or_else(|| json!({}))
}
