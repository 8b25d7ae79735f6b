//! Jupyter's notebooks, format 4.5.

use std::collections::BTreeSet;

use serde_json::{Value, json};

/// A cell of a notebook.
pub struct NotebookCell(Value);

impl NotebookCell {
    fn new(kind: &'static str, source: &str) -> Self {
        Self(json!({ "cell_type": kind, "metadata": {}, "source": source }))
    }

    /// Returns a cell of Python.
    pub fn code(source: &str) -> Self {
        Self::new("code", source)
    }

    /// Returns a cell of Markdown.
    pub fn text(source: &str) -> Self {
        Self::new("markdown", source)
    }

    /// Returns a cell that neither runs nor is set as text.
    pub fn raw(source: &str) -> Self {
        Self::new("raw", source)
    }

    /// Returns a cell as another notebook has it: an object, or it is an empty cell.
    pub fn known(cell: Value) -> Self {
        match cell.is_object() && cell["source"].is_string() {
            true => Self(cell),
            false => Self::raw(""),
        }
    }

    /// Takes over the id and the metadata that a cell has had in another notebook.
    pub fn take_over(&mut self, id: Value, metadata: Value) {
        if metadata.is_object() {
            self.0["metadata"] = metadata;
        }
        if id.is_string() {
            self.0["id"] = id;
        }
    }

    /// Returns the cell with something of a program's own beside it.
    pub fn with(mut self, program: &str, metadata: Value) -> Self {
        self.0["metadata"][program] = metadata;
        self
    }
}

/// Returns the notebook. The id of a cell that has none is its place, so that the same cells give
/// the same file.
pub fn written(cells: Vec<NotebookCell>) -> String {
    written_as(cells, Value::Null)
}

/// Returns the notebook with these metadata; without any it names Python.
pub fn written_as(cells: Vec<NotebookCell>, metadata: Value) -> String {
    let mut ids = BTreeSet::new();
    let cells = cells
        .into_iter()
        .enumerate()
        .map(|(place, NotebookCell(mut cell))| {
            if !cell["metadata"].is_object() {
                cell["metadata"] = json!({});
            }
            let id = cell["id"].as_str().map(str::to_owned);
            let mut id = id.unwrap_or_else(|| format!("cell-{}", place + 1));
            while !ids.insert(id.clone()) {
                id.push('-');
            }
            cell["id"] = Value::String(id);
            if cell["cell_type"] == "code" {
                cell["execution_count"] = json!(null);
                cell["outputs"] = json!([]);
            }
            cell
        });
    let cells: Vec<Value> = cells.collect();
    let kernel = json!({ "display_name": "Python 3", "language": "python", "name": "python3" });
    let usual = json!({ "kernelspec": kernel, "language_info": { "name": "python" } });
    let metadata = match metadata.is_object() {
        true => metadata,
        false => usual,
    };
    json!({
        "cells": cells,
        "metadata": metadata,
        "nbformat": 4,
        "nbformat_minor": 5,
    })
    .to_string()
}
