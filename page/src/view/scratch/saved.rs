//! All cells in one file, for Python outside the page.

use serde_json::json;

use super::ScratchText;
use super::notebook::METADATA;
use super::shown::base_name;
use crate::view::jupyter::{self, NotebookCell};

/// Returns the name and the text of a Python file: of a single cell as it is, of several one below
/// the other, each after a line that begins with `# %%`, which editors know as the beginning of a
/// cell.
pub fn python(cells: &[ScratchText]) -> (String, String) {
    if let [cell] = cells {
        return (base_name(&cell.file).to_owned(), cell.text.clone());
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
        text += &format!("\n{}\n", cell.text.trim_end());
    }
    ("scratchpad.py".to_owned(), text)
}

/// Returns a notebook, which this page opens again with the same names and arguments.
pub fn notebook(cells: &[ScratchText]) -> String {
    let cells = cells.iter().map(|cell| {
        let metadata = json!({ "file": cell.file, "arguments": cell.arguments });
        NotebookCell::code(cell.text.trim_end()).with(METADATA, metadata)
    });
    jupyter::written(cells.collect())
}
