//! Jupyter's notebooks, format 4.5.

use serde_json::{Value, json};

/// A cell of a notebook.
pub struct NotebookCell {
    kind: &'static str,
    source: String,
    metadata: Value,
}

impl NotebookCell {
    fn new(kind: &'static str, source: &str) -> Self {
        Self {
            kind,
            source: source.to_owned(),
            metadata: json!({}),
        }
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

    /// Returns the cell with something of a program's own beside it.
    pub fn with(mut self, program: &str, metadata: Value) -> Self {
        self.metadata[program] = metadata;
        self
    }
}

/// Returns the notebook. A cell's id is its place, so that the same cells give the same file.
pub fn written(cells: Vec<NotebookCell>) -> String {
    let cells = cells.into_iter().enumerate().map(|(place, cell)| {
        let mut written = json!({
            "cell_type": cell.kind,
            "id": format!("cell-{}", place + 1),
            "metadata": cell.metadata,
            "source": cell.source,
        });
        if cell.kind == "code" {
            written["execution_count"] = json!(null);
            written["outputs"] = json!([]);
        }
        written
    });
    let kernel = json!({ "display_name": "Python 3", "language": "python", "name": "python3" });
    json!({
        "cells": cells.collect::<Vec<_>>(),
        "metadata": { "kernelspec": kernel, "language_info": { "name": "python" } },
        "nbformat": 4,
        "nbformat_minor": 5,
    })
    .to_string()
}
