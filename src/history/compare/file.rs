//! Kept runs as a file, and back.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::shelf::{Entry, Shelf};

/// What the file says it is.
const FORMAT: &str = "policy-lab-runs";
/// Raised whenever files of before can no longer be read as they are.
const VERSION: u64 = 1;

#[derive(Serialize)]
struct Written<'a> {
    format: &'static str,
    version: u64,
    entries: &'a [Entry],
}

#[derive(Deserialize)]
struct Read {
    entries: Vec<Entry>,
}

/// Why a file was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// It is no file of runs.
    NotOurs,
    /// A later version of the page made it.
    Newer,
    /// It is one, but cannot be read: where, and why.
    Broken(String),
}

/// Entries as JSON.
pub fn write(entries: &[Entry]) -> String {
    let written = Written {
        format: FORMAT,
        version: VERSION,
        entries,
    };
    // Numbers, texts and lists: nothing in it can fail.
    serde_json::to_string(&written).unwrap_or_default()
}

/// Puts the entries of a file onto the shelf, beside those that are there, and gives how many they are.
///
/// # Errors
/// When the file is another, newer or broken; the shelf is then as before.
pub fn read(text: &str, shelf: &mut Shelf) -> Result<usize, FileError> {
    let value: Value = serde_json::from_str(text).map_err(|_| FileError::NotOurs)?;
    if value.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(FileError::NotOurs);
    }
    match value.get("version").and_then(Value::as_u64) {
        Some(VERSION) => {}
        Some(version) if version > VERSION => return Err(FileError::Newer),
        _ => return Err(FileError::NotOurs),
    }
    let read: Read =
        serde_json::from_str(text).map_err(|error| FileError::Broken(error.to_string()))?;
    if read.entries.iter().any(|entry| entry.runs.is_empty()) {
        return Err(FileError::Broken("an entry without runs".to_owned()));
    }
    let count = read.entries.len();
    for mut entry in read.entries {
        for points in entry
            .runs
            .iter_mut()
            .flat_map(|run| run.series.values_mut())
        {
            // Everything that is drawn goes from left to right.
            points.sort_by(|one, other| one.0.total_cmp(&other.0));
        }
        shelf.add(&entry.name, entry.runs);
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::{ppo, record};
    use super::*;
    use crate::config::TrainConfig;

    fn shelf() -> Shelf {
        let mut shelf = Shelf::default();
        shelf.add("one", vec![record(&ppo(), &[20.0, 0.1 + 0.2])]);
        let other = TrainConfig {
            clip_coef: None,
            ..ppo()
        };
        let runs = vec![record(&other, &[1e-300]), record(&other, &[3.0, 4.0])];
        shelf.add("two, \"quoted\"", runs);
        shelf
    }

    #[test]
    fn what_is_written_can_be_read() {
        let text = write(shelf().entries());
        let mut found = Shelf::default();
        assert_eq!(read(&text, &mut found), Ok(2));
        assert_eq!(found, shelf());
        // Beside what is there: names are told apart.
        assert_eq!(read(&text, &mut found), Ok(2));
        assert_eq!(found.entries().len(), 4);
        assert_eq!(found.entries()[2].name, "one (2)");
    }

    #[test]
    fn other_files_change_nothing() {
        let good = write(shelf().entries());
        let newer = good.replace("\"version\":1", "\"version\":2");
        let broken = good.replace("\"gamma\"", "\"gammma\"");
        let empty = "{\"format\":\"policy-lab-runs\",\"version\":1,\"entries\":[{\"name\":\"\",\"runs\":[]}]}";
        let mut found = shelf();
        assert_eq!(read("run,seed", &mut found), Err(FileError::NotOurs));
        assert_eq!(read("{\"version\":1}", &mut found), Err(FileError::NotOurs));
        assert_eq!(read(&newer, &mut found), Err(FileError::Newer));
        let Err(FileError::Broken(why)) = read(&broken, &mut found) else {
            panic!("a setting is missing");
        };
        assert!(why.contains("gamma"), "{why}");
        assert!(matches!(read(empty, &mut found), Err(FileError::Broken(_))));
        assert_eq!(found, shelf());
    }
}
