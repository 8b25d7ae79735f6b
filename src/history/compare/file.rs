//! Writes kept runs to a file, and reads them back.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::record::RunRecord;
use super::shelf::{Entry, Shelf};
use crate::config::saved::{self, Mismatch};
use crate::protocol::metrics::Metric;

/// The name of the format, as the file states it.
const FORMAT: &str = "policy-lab-runs";
/// Version of the format. Raise it whenever older files can no longer be read as they are.
const VERSION: u64 = 1;
/// Bytes of the largest file that is read: parsed, it takes several times as much of a tab's
/// memory.
const MOST_BYTES: usize = 128 << 20;
/// Most entries of a file. Each is a row of the page's list: two thousand held up the page for five
/// seconds.
const MOST_ENTRIES: usize = 500;

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

/// The result of reading a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// Number of entries read.
    pub count: usize,
    /// Messages about what an older or newer file lacks or has in addition.
    pub notices: Vec<String>,
}

/// The reason why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// Not a file of runs.
    NotOurs,
    /// Written by a later version of the page.
    Newer,
    /// A file of runs that cannot be read: where, and why.
    Broken(String),
}

/// Returns entries as JSON.
pub fn write(entries: &[Entry]) -> String {
    let written = Written {
        format: FORMAT,
        version: VERSION,
        entries,
    };
    // Numbers, texts and lists always serialise.
    serde_json::to_string(&written).unwrap_or_default()
}

/// Adds the entries of a file to the shelf. Settings that the file lacks get their defaults;
/// unknown settings and metrics are ignored.
///
/// # Errors
/// Fails if the file is of another format, newer, broken or too large. The shelf is then unchanged.
pub fn read(text: &str, shelf: &mut Shelf) -> Result<Loaded, FileError> {
    let mut value = open(text, FORMAT, VERSION)?;
    let entries = value.get("entries").and_then(Value::as_array);
    let count = entries.map_or(0, Vec::len);
    if count > MOST_ENTRIES {
        return Err(FileError::Broken(format!(
            "it has {count} entries, and the page takes {MOST_ENTRIES} at most. Save fewer of them in one file"
        )));
    }
    let mut mismatch = Mismatch::default();
    for run in runs_of(&mut value) {
        mismatch.extend(complete(run)?);
    }
    let read: Read =
        serde_json::from_value(value).map_err(|error| FileError::Broken(error.to_string()))?;
    if read.entries.iter().any(|entry| entry.runs.is_empty()) {
        return Err(FileError::Broken("an entry without runs".to_owned()));
    }
    let count = read.entries.len();
    for mut entry in read.entries {
        entry.runs.iter_mut().for_each(sort);
        shelf.add(&entry.name, entry.runs);
    }
    let notices = mismatch.notices();
    Ok(Loaded { count, notices })
}

/// Parses a file of this format and version.
///
/// # Errors
/// Fails if the file is of another format, newer or too large.
pub(in crate::history) fn open(text: &str, format: &str, version: u64) -> Result<Value, FileError> {
    if text.len() > MOST_BYTES {
        let (found, most) = (text.len() as f64 / 1e6, MOST_BYTES as f64 / 1e6);
        return Err(FileError::Broken(format!(
            "it has {found:.0} MB, and the page takes {most:.0} MB at most"
        )));
    }
    let value: Value = serde_json::from_str(text).map_err(|_| FileError::NotOurs)?;
    if value.get("format").and_then(Value::as_str) != Some(format) {
        return Err(FileError::NotOurs);
    }
    match value.get("version").and_then(Value::as_u64) {
        Some(found) if found == version => Ok(value),
        Some(found) if found > version => Err(FileError::Newer),
        _ => Err(FileError::NotOurs),
    }
}

/// Puts the points of each curve in the order from left to right, which drawing expects.
pub(in crate::history) fn sort(run: &mut RunRecord) {
    for points in run.series.values_mut() {
        points.sort_by(|one, other| one.0.total_cmp(&other.0));
    }
}

/// Returns the runs of all entries, as far as they can be found; serde reports everything else that
/// is wrong.
fn runs_of(file: &mut Value) -> impl Iterator<Item = &mut Value> {
    let entries = file.get_mut("entries").and_then(Value::as_array_mut);
    let runs = entries.into_iter().flatten().filter_map(|entry| {
        let runs = entry.get_mut("runs")?;
        runs.as_array_mut()
    });
    runs.flatten()
}

/// Gives a run all settings and only the metrics that this version of the page knows, and returns
/// the differences.
pub(in crate::history) fn complete(run: &mut Value) -> Result<Mismatch, FileError> {
    let broken = |why: String| FileError::Broken(why);
    let mut mismatch = Mismatch::default();
    if let Some(config) = run.get_mut("config") {
        let (whole, found) =
            saved::read(config.take()).map_err(|error| broken(error.to_string()))?;
        mismatch.extend(found);
        *config = serde_json::to_value(whole).map_err(|error| broken(error.to_string()))?;
    }
    if let Some(series) = run.get_mut("series").and_then(Value::as_object_mut) {
        let is_known =
            |name: &String| serde_json::from_value::<Metric>(name.as_str().into()).is_ok();
        let unknown = series.keys().filter(|name| !is_known(name)).cloned();
        mismatch.unknown.extend(unknown);
        series.retain(|name, _| is_known(name));
    }
    Ok(mismatch)
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

    /// Returns the result of reading a good file.
    fn loaded(text: &str, shelf: &mut Shelf) -> (usize, Vec<String>) {
        let loaded = read(text, shelf).expect("a file of runs");
        (loaded.count, loaded.notices)
    }

    #[test]
    fn what_is_written_can_be_read() {
        let text = write(shelf().entries());
        let mut found = Shelf::default();
        assert_eq!(loaded(&text, &mut found), (2, Vec::new()));
        assert_eq!(found, shelf());
        // Beside an entry of the same name, which is told apart by a number.
        assert_eq!(loaded(&text, &mut found), (2, Vec::new()));
        assert_eq!(found.entries().len(), 4);
        assert_eq!(found.entries()[2].name, "one (2)");
    }

    #[test]
    fn older_and_newer_files_say_what_differs() {
        let mut file: Value = serde_json::from_str(&write(shelf().entries())).expect("JSON");
        for run in runs_of(&mut file) {
            let config = run["config"].as_object_mut().expect("settings");
            assert!(config.remove("vf_coef").is_some());
            config.insert("zeta".to_owned(), 1.into());
            run["series"]["joy"] = serde_json::json!([[10.0, 1.0]]);
        }
        let mut found = Shelf::default();
        let (count, notices) = loaded(&file.to_string(), &mut found);
        assert_eq!(count, 2);
        assert_eq!(notices.len(), 2, "three runs say it once: {notices:?}");
        assert!(notices[0].contains("before vf_coef existed"), "{notices:?}");
        assert!(notices[1].contains("joy and zeta"), "{notices:?}");
        for (entry, other) in shelf().entries().iter().zip(found.entries()) {
            for (place, run) in entry.runs.iter().enumerate() {
                let mut run = run.clone();
                run.config.vf_coef = TrainConfig::default().vf_coef;
                assert_eq!(run, other.runs[place]);
            }
        }
    }

    #[test]
    fn other_files_change_nothing() {
        let good = write(shelf().entries());
        let newer = good.replace("\"version\":1", "\"version\":2");
        let broken = good.replace("\"gamma\":0.99", "\"gamma\":\"high\"");
        let without = good.replace("\"device\"", "\"devise\"");
        let empty = "{\"format\":\"policy-lab-runs\",\"version\":1,\"entries\":[{\"name\":\"\",\"runs\":[]}]}";
        let mut found = shelf();
        assert_eq!(read("run,seed", &mut found), Err(FileError::NotOurs));
        assert_eq!(read("{\"version\":1}", &mut found), Err(FileError::NotOurs));
        assert_eq!(read(&newer, &mut found), Err(FileError::Newer));
        let Err(FileError::Broken(why)) = read(&broken, &mut found) else {
            panic!("a setting is a text");
        };
        assert_eq!(why, "the setting gamma cannot be \"high\"");
        let Err(FileError::Broken(why)) = read(&without, &mut found) else {
            panic!("a run without its device");
        };
        assert!(why.contains("device"), "{why}");
        assert!(matches!(read(empty, &mut found), Err(FileError::Broken(_))));
        assert_eq!(found, shelf());
    }
}
