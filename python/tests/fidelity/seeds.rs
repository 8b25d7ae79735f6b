//! Cuts cells out of the documents by `cells.json`, and repairs the damage that extraction did to
//! them.

use std::collections::HashMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// The places of the cells, and their corrections.
#[derive(Deserialize)]
struct Table {
    seeds: HashMap<String, String>,
    cells: Vec<Cell>,
}

/// One cell of a document.
#[derive(Clone, Deserialize)]
struct Cell {
    id: String,
    /// `solution`, `starter`, `given` or `test`.
    kind: String,
    /// First and last lines, counted from 1.
    lines: Vec<(usize, usize)>,
    /// True if each line begins with its number.
    #[serde(default)]
    numbered: bool,
    /// The level of each line, as a digit of base 36, where indentation was lost.
    indent: Option<String>,
    /// Mistakes of text recognition, and our own code in place of blanks.
    #[serde(default)]
    replace: Vec<(String, String)>,
}

/// The documents.
pub struct Seeds {
    cells: Vec<Cell>,
    lines: HashMap<String, Vec<String>>,
}

impl Seeds {
    /// Returns the documents, if they are here.
    pub fn find() -> Option<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = env::var_os("POLICY_LAB_SEEDS")
            .map_or_else(|| root.join("../../shared/seeds"), PathBuf::from);
        if !folder.is_dir() {
            eprintln!("skipped: the documents are not here (POLICY_LAB_SEEDS names their folder)");
            return None;
        }
        let table = table();
        let read = |(code, file): (String, String)| {
            let text = fs::read_to_string(folder.join(&file))
                .unwrap_or_else(|error| panic!("{file}: {error}"));
            (code, text.split('\n').map(str::to_owned).collect())
        };
        Some(Self {
            cells: table.cells,
            lines: table.seeds.into_iter().map(read).collect(),
        })
    }

    /// Returns the code of the cell `id` as its author meant it.
    pub fn cell(&self, id: &str) -> String {
        let cell = self
            .cells
            .iter()
            .find(|cell| cell.id == id)
            .unwrap_or_else(|| panic!("no cell {id}"));
        let document = &self.lines[&id[..2]];
        let mut lines: Vec<String> = cell
            .lines
            .iter()
            .flat_map(|(first, last)| &document[first - 1..*last])
            .cloned()
            .collect();
        if cell.numbered {
            lines = lines.iter().map(|line| without_number(line)).collect();
        }
        if let Some(levels) = &cell.indent {
            assert_eq!(levels.len(), lines.len(), "{id}: a level for each line");
            lines = lines
                .iter()
                .zip(levels.chars())
                .map(|(line, level)| indented(line, level))
                .collect();
        }
        let mut text = lines.join("\n");
        for (from, to) in &cell.replace {
            assert!(text.contains(from), "{id} has no {from:?}");
            text = text.replace(from, to);
        }
        text
    }
}

fn table() -> Table {
    serde_json::from_str(include_str!("cells.json")).expect("a table of cells")
}

/// Returns the ids of all solutions.
pub fn solutions() -> Vec<String> {
    let cells = table().cells.into_iter();
    cells
        .filter(|cell| cell.kind == "solution")
        .map(|cell| cell.id)
        .collect()
}

/// Removes a line's number, and the 1, 5, 9 ... or 0, 4, 8 ... spaces behind it.
fn without_number(line: &str) -> String {
    let code = line.trim_start_matches(|c: char| c.is_ascii_digit());
    assert!(code.len() < line.len(), "no number in {line:?}");
    let rest = code.trim_start_matches(' ');
    let level = (code.len() - rest.len()) / 4;
    if rest.is_empty() {
        String::new()
    } else {
        format!("{}{rest}", " ".repeat(4 * level))
    }
}

fn indented(line: &str, level: char) -> String {
    let line = line.trim();
    let level = level.to_digit(36).expect("a digit of base 36") as usize;
    if line.is_empty() {
        String::new()
    } else {
        format!("{}{line}", " ".repeat(4 * level))
    }
}
