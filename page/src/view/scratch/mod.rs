//! The scratchpad: programs of the reader's own, in cells. What is kept of them, files that become
//! cells, cells that become a file, and the words after a file's name.

pub mod arguments;
pub mod commands;
pub mod kept;
pub mod notebook;
pub mod opened;
pub mod saved;
pub mod shown;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// The program with which a first visit begins.
const EXAMPLE: &str = include_str!("example.py");
/// The name of a cell that nobody has named, without its number.
const STEM: &str = "scratch";

/// A program in a cell: what outlasts the visit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScratchText {
    /// A number that no other cell has, here or in another tab.
    pub id: u32,
    /// The name of its file.
    pub file: String,
    /// The program.
    pub text: String,
    /// The words after the file's name, as they were typed.
    #[serde(default)]
    pub arguments: String,
    /// Where it comes from, as JSON: what its notebook has around it, and says of it. Empty for a
    /// cell that comes from nowhere.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub origin: String,
}

/// Returns the cell of a first visit.
pub fn first(id: u32) -> ScratchText {
    ScratchText {
        id,
        file: new_name(&[]),
        text: EXAMPLE.to_owned(),
        ..ScratchText::default()
    }
}

/// Returns the name of a new, empty cell.
pub fn new_name(taken: &[String]) -> String {
    let names = (1..).map(|number| format!("{STEM}-{number}.py"));
    let mut free = names.filter(|name| !taken.contains(name));
    free.next().unwrap_or_default()
}

/// Returns a name for a file, with a number if the name is taken.
pub fn free_name(wanted: &str, taken: &[String]) -> String {
    TakenNames::new(taken.iter().cloned()).take(wanted)
}

/// The names that files have already. A notebook may have thousands of cells that want the same
/// one.
#[derive(Clone, Debug, Default)]
pub struct TakenNames {
    all: BTreeSet<String>,
    /// By stem, the smallest number that may be free.
    next: BTreeMap<String, usize>,
}

impl TakenNames {
    /// Starts with these names.
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        Self {
            all: names.into_iter().collect(),
            next: BTreeMap::new(),
        }
    }

    /// Takes a name for a file and returns it, with a number if it was taken.
    pub fn take(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let stem = wanted.strip_suffix(".py").unwrap_or(wanted);
        while self.all.contains(&name) {
            let number = self.next.entry(stem.to_owned()).or_insert(2);
            name = format!("{stem}-{number}.py");
            *number += 1;
        }
        self.all.insert(name.clone());
        name
    }
}

/// Returns what the reader typed as the path of a file of Python, from the folder of all cells:
/// ending in `.py`, without what leads out of that folder. `None` if nothing is left.
pub fn file_name(typed: &str) -> Option<String> {
    let is_shown = |letter: &char| !letter.is_control();
    let parts = typed.split(['/', '\\']);
    let parts = parts.map(|part| part.trim().chars().filter(is_shown).collect::<String>());
    let leads = |part: &String| !matches!(part.as_str(), "" | "." | "..") && !part.ends_with(':');
    let mut parts: Vec<String> = parts.filter(leads).collect();
    let name = parts.pop()?;
    let stem = name.strip_suffix(".py").unwrap_or(&name).trim();
    if stem.is_empty() {
        return None;
    }
    parts.push(format!("{stem}.py"));
    Some(parts.join("/"))
}
