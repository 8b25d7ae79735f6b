//! All cells in one file, for Python outside the page.

use serde_json::{Value, json};

use super::ScratchText;
use super::notebook::METADATA;

/// Returns the name and the text of a Python file: of a single cell as it is, of several one below the other, each after a
/// line that begins with `# %%`, which editors know as the beginning of a cell.
pub fn python(cells: &[ScratchText]) -> (String, String) {
    if let [cell] = cells {
        return (cell.file.clone(), cell.text.clone());
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

/// Returns a notebook of Jupyter's format 4.4, which this page opens again with the same names and arguments.
pub fn notebook(cells: &[ScratchText]) -> String {
    let cells: Vec<Value> = cells.iter().map(code).collect();
    let kernel = json!({ "display_name": "Python 3", "language": "python", "name": "python3" });
    json!({
        "cells": cells,
        "metadata": { "kernelspec": kernel, "language_info": { "name": "python" } },
        "nbformat": 4,
        "nbformat_minor": 4,
    })
    .to_string()
}

fn code(cell: &ScratchText) -> Value {
    json!({
        "cell_type": "code",
        "execution_count": null,
        "metadata": { METADATA: { "file": cell.file, "arguments": cell.arguments } },
        "outputs": [],
        "source": cell.text.trim_end(),
    })
}
