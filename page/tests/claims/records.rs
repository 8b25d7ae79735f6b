//! What commands have recorded: `docs/runs.jsonl` (`scripts/learn runs`), `docs/learning.jsonl`
//! (`scripts/learn`) and `course/recordings.json` (`scripts/learn recordings`).

use std::fs;
use std::path::Path;

use serde_json::Value;

/// All records.
pub struct Records {
    runs: Vec<Value>,
    learning: Vec<Value>,
    films: Vec<Value>,
}

impl Records {
    /// Reads the files under the repository's root.
    pub fn read(root: &Path) -> Self {
        let text = |file: &str| {
            fs::read_to_string(root.join(file)).unwrap_or_else(|why| panic!("{file}: {why}"))
        };
        let lines = |file: &str| -> Vec<Value> {
            let parse = |line| serde_json::from_str(line).expect("a record on each line");
            text(file).lines().map(parse).collect()
        };
        let films = serde_json::from_str(&text("course/recordings.json"));
        Self {
            runs: lines("docs/runs.jsonl"),
            learning: lines("docs/learning.jsonl"),
            films: films.expect("a list of films"),
        }
    }

    /// Returns the runs that a name such as `runs B-1/healthy`, `learning ppo-course` or
    /// `films angle` stands for, in the order of the file, which is that of the seeds.
    pub fn named(&self, source: &str, name: &str) -> Vec<&Value> {
        let is = |record: &Value, key: &str, name: &str| record[key].as_str() == Some(name);
        match source {
            "runs" => {
                let (key, arm) = name.split_once('/').unwrap_or((name, ""));
                let found = self.runs.iter();
                found
                    .filter(|it| is(it, "key", key) && is(it, "arm", arm))
                    .collect()
            }
            "learning" => self
                .learning
                .iter()
                .filter(|it| is(it, "experiment", name))
                .collect(),
            "films" => self.films.iter().filter(|it| is(it, "key", name)).collect(),
            _ => Vec::new(),
        }
    }
}
