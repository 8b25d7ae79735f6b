//! A run to take along: its settings, and the reader's functions, as one Python file or notebook
//! that trains with PyTorch and Gymnasium. What a setting switches off is not in the file, so that
//! what remains reads as if it had been written for these settings.

mod export;
mod own;
mod probe;
mod python_text;
mod reward;

pub use own::{OwnAnswer, OwnFunctions, is_of_file};
pub use python_text::mentions;

use std::collections::BTreeMap;

use super::format::joined;
use super::jupyter::{self, NotebookCell};
use policy_lab::config::TrainConfig;

use export::{Export, ExportCell};

/// Returns the name of the file: `ppo.py` for PPO.
pub fn file_name(config: &TrainConfig) -> String {
    format!("{}.py", config.algorithm.key())
}

/// Returns the name of the notebook.
pub fn notebook_name(config: &TrainConfig) -> String {
    format!("{}.ipynb", config.algorithm.key())
}

/// The name of the file for RLlib.
pub const RLLIB_NAME: &str = "rllib_ppo.py";

/// Returns how a sentence about the file goes on: with which functions of the reader's, and without
/// which.
pub fn named(own: &OwnFunctions) -> String {
    let with = match listed(own) {
        names if names.is_empty() => String::new(),
        names => format!(" and your {names}"),
    };
    let without = own.left_out().map(|sentence| format!(". {sentence}"));
    with + &without.collect::<String>()
}

/// Returns how it goes on about the file for RLlib, if that has fewer of the reader's functions.
pub fn named_for_rllib(own: &OwnFunctions, of_environment: &OwnFunctions) -> String {
    if of_environment.names().count() == own.names().count() {
        return String::new();
    }
    let taken = match listed(of_environment) {
        names if names.is_empty() => "none of these".to_owned(),
        names => format!("your {names} alone"),
    };
    format!(". RLlib’s learner is its own, so its file has {taken}")
}

fn listed(own: &OwnFunctions) -> String {
    joined(own.names().map(|name| format!("`{name}`")).collect())
}

/// The page's files of Python by name, as `course-provided.json` has them.
pub type Provided = BTreeMap<String, String>;

/// The cells with their titles, in order; a cell of text has none.
const NOTEBOOK: [(ExportCell, &str); 14] = [
    (ExportCell::Head, ""),
    (ExportCell::Imports, "Imports"),
    (ExportCell::Settings, "Settings"),
    (ExportCell::OwnFunctions, "Your functions"),
    (ExportCell::Environment, "Environment"),
    (ExportCell::Networks, "Networks"),
    (ExportCell::Rollout, "Rollout"),
    (ExportCell::Advantages, "Advantages"),
    (ExportCell::Returns, "Returns"),
    (ExportCell::Loss, "Loss"),
    (ExportCell::Learning, "Learning"),
    (ExportCell::Training, "Training"),
    (ExportCell::Chart, "Chart"),
    (ExportCell::Save, "Save the networks"),
];

/// Returns the file, or `None` if what it is made of is not provided.
pub fn python(config: &TrainConfig, own: &OwnFunctions, provided: &Provided) -> Option<String> {
    file(config, own, provided, &NOTEBOOK.map(|(cell, _)| cell))
}

/// Returns the same as a notebook, a cell for each step and a chart at the end.
pub fn notebook(config: &TrainConfig, own: &OwnFunctions, provided: &Provided) -> Option<String> {
    let cells = NOTEBOOK.map(|(cell, _)| cell);
    let texts = Export::new(config, own, provided.get("reference.py")?, false).texts(&cells)?;
    let mut written = Vec::new();
    for ((_, title), text) in NOTEBOOK.into_iter().zip(texts) {
        match title {
            _ if text.is_empty() => {}
            "" => written.push(NotebookCell::text(&text)),
            _ => {
                written.push(NotebookCell::text(&format!("## {title}")));
                written.push(NotebookCell::code(&text));
            }
        }
    }
    Some(jupyter::written(written))
}

/// Returns a file that trains with RLlib's PPO instead. Of the reader's functions it takes those
/// that decide what the environment does.
pub fn rllib(config: &TrainConfig, own: &OwnFunctions, provided: &Provided) -> Option<String> {
    let cells = [
        ExportCell::RllibHead,
        ExportCell::OwnFunctions,
        ExportCell::Environment,
        ExportCell::Rllib,
    ];
    file(config, own, provided, &cells)
}

/// Returns the cells as a file, with two empty lines between them and one below the head.
fn file(
    config: &TrainConfig,
    own: &OwnFunctions,
    provided: &Provided,
    cells: &[ExportCell],
) -> Option<String> {
    let texts = Export::new(config, own, provided.get("reference.py")?, true).texts(cells)?;
    let mut file = String::new();
    for (cell, text) in cells.iter().zip(texts).filter(|(_, text)| !text.is_empty()) {
        file += match cell {
            ExportCell::Head | ExportCell::RllibHead => "",
            ExportCell::Imports => "\n\n",
            _ => "\n\n\n",
        };
        file += &text;
    }
    file.push('\n');
    Some(file)
}
