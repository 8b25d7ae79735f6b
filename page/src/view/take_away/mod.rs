//! A run to take along: its settings, and the reader's functions, as one Python file or notebook that trains with PyTorch and
//! Gymnasium. What a setting switches off is not in the file, so that what remains reads as if it had been written for these
//! settings.

mod own;
mod python_text;
mod reward;
mod template;
mod values;

pub use own::{FILE_NAMES, OwnAnswer, OwnFunctions};

use std::collections::BTreeMap;

use super::jupyter::{self, NotebookCell};
use super::provided::{RLLIB, TRAINER, template_name};
use policy_lab::config::TrainConfig;

use template::{FilledCell, Template};
use values::Asked;

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

/// Returns how a sentence about the file goes on: with which functions of the reader's, and without which.
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
    let names: Vec<String> = own.names().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        None => String::new(),
        Some((name, [])) => name.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// The page's files of Python by name, as `course-provided.json` has them.
pub type Provided = BTreeMap<String, String>;

/// Returns the file, or `None` if what it is made of is not provided.
pub fn python(config: &TrainConfig, own: &OwnFunctions, provided: &Provided) -> Option<String> {
    let cells = cells(config, own, provided, &TRAINER, true)?;
    Some(cells.into_iter().map(|cell| cell.text).collect())
}

/// Returns the same as a notebook, a cell for each step and a chart at the end.
pub fn notebook(config: &TrainConfig, own: &OwnFunctions, provided: &Provided) -> Option<String> {
    let mut written = Vec::new();
    for cell in cells(config, own, provided, &TRAINER, false)? {
        let text = cell.text.trim();
        match cell.title {
            _ if text.is_empty() => {}
            None => written.push(NotebookCell::text(text)),
            Some(title) => {
                written.push(NotebookCell::text(&format!("## {title}")));
                written.push(NotebookCell::code(text));
            }
        }
    }
    Some(jupyter::written(written))
}

/// Returns a file that trains with RLlib's PPO instead. Of the reader's functions it takes those that decide what the
/// environment does.
pub fn rllib(config: &TrainConfig, own: &OwnFunctions, provided: &Provided) -> Option<String> {
    let cells = cells(config, own, provided, &RLLIB, true)?;
    Some(cells.into_iter().map(|cell| cell.text).collect())
}

/// Returns the cells, with the settings that the others read.
fn cells(
    config: &TrainConfig,
    own: &OwnFunctions,
    provided: &Provided,
    templates: &[&str],
    is_file: bool,
) -> Option<Vec<FilledCell>> {
    let asked = Asked {
        config,
        own,
        reference: provided.get("reference.py")?,
        is_file,
    };
    let template = Template {
        holds: &|name| asked.holds(name),
        value: &|name| asked.value(name),
    };
    let mut source = String::new();
    for file in templates {
        source += provided.get(&template_name(file))?;
    }
    let mut cells = template::filled(&source, &template);
    let body: String = cells.iter().map(|cell| cell.text.as_str()).collect();
    let args = values::args(config, &body);
    if let Some(cell) = cells.iter_mut().find(|cell| cell.text.contains("{{args}}")) {
        cell.text = cell.text.replacen("{{args}}", &args, 1);
    }
    Some(cells)
}
