//! Writes all cells to one file, for use outside the page.

use std::collections::BTreeMap;

use serde_json::json;

use crate::course::{EXERCISES, Exercise};

/// The imports that the cells need outside the page.
const IMPORTS: &str = "import numpy as np\nimport torch\nimport torch as t\nimport torch.nn as nn\n\
                       import torch.nn.functional as F\nfrom torch import Tensor\n\
                       from torch.distributions.categorical import Categorical\n";

/// Returns a Python file with a comment before each cell. `texts` holds the reader's code by exercise id.
pub fn python(texts: &BTreeMap<String, String>) -> String {
    let cells = EXERCISES.iter().map(|exercise| {
        let heading = format!("# {} {}", exercise.id, exercise.title());
        format!("\n\n{heading}\n{}", text_of(texts, exercise).trim_end())
    });
    format!("{IMPORTS}{}\n", cells.collect::<String>())
}

/// Returns a notebook in Jupyter's format 4.4, with a heading before each cell.
pub fn notebook(texts: &BTreeMap<String, String>) -> String {
    let code = |source: &str| {
        json!({
            "cell_type": "code", "execution_count": null, "metadata": {}, "outputs": [], "source": source,
        })
    };
    let mut cells = vec![code(IMPORTS.trim_end())];
    for exercise in EXERCISES {
        let heading = format!("## {} {}", exercise.id, exercise.title());
        cells.push(json!({ "cell_type": "markdown", "metadata": {}, "source": heading }));
        cells.push(code(text_of(texts, exercise).trim_end()));
    }
    let kernel = json!({ "display_name": "Python 3", "language": "python", "name": "python3" });
    json!({
        "cells": cells,
        "metadata": { "kernelspec": kernel, "language_info": { "name": "python" } },
        "nbformat": 4,
        "nbformat_minor": 4,
    })
    .to_string()
}

fn text_of<'a>(texts: &'a BTreeMap<String, String>, exercise: &Exercise) -> &'a str {
    texts
        .get(exercise.id)
        .map_or(exercise.starter(), String::as_str)
}
