//! The predictions that texts ask for: sections `## Prediction: KEY`, each about recorded runs of
//! `runs.json`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::Course;

/// The file of recorded runs in the course's folder.
const RUNS: &str = "runs.json";

/// Checks that every prediction is about runs that are recorded, and that no two are about the
/// same.
pub fn hold(course: &Course, root: &Path) -> Result<(), String> {
    let keys = keys(&root.join(RUNS))?;
    let chapters = course.chapters.iter();
    let chapters = chapters.map(|it| (format!("chapters/chapter-{}.md", it.key), &it.page));
    let exercises = course.exercises.iter();
    let exercises = exercises.map(|it| (format!("exercises/{}/text.md", it.id), &it.page));
    let page = [("chapters/page.md".to_owned(), &course.page)];
    let mut places: BTreeMap<String, String> = BTreeMap::new();
    for (file, page) in page.into_iter().chain(chapters).chain(exercises) {
        for key in of(page).filter_map(|part| part["title"].as_str()) {
            let told = |why: String| {
                let file = root.join(&file);
                format!("{}: `## Prediction: {key}` {why}", file.display())
            };
            if !keys.iter().any(|known| known == key) {
                let known = keys.join(", ");
                return Err(told(format!(
                    "names no recorded runs, and {RUNS} has these: {known}"
                )));
            }
            if let Some(other) = places.insert(key.to_owned(), file.clone()) {
                return Err(told(format!("stands in {other} already")));
            }
        }
    }
    Ok(())
}

/// Checks that predictions stand after the idea of an exercise and before its hints, which would
/// give away what happens.
pub fn hold_order(page: &Value) -> Result<(), String> {
    let parts = page["parts"].as_array().map_or(&[][..], Vec::as_slice);
    let first = |kind: &str| parts.iter().position(|part| part["kind"] == kind);
    let last = parts.iter().rposition(|part| part["kind"] == "Prediction");
    let is_early = first("Prediction") < first("Idea");
    let is_late = last > first("Hint").or(last);
    match first("Prediction") {
        Some(_) if is_early || is_late => {
            Err("`## Prediction` stands after `## Idea` and before the first `## Hint`".to_owned())
        }
        _ => Ok(()),
    }
}

/// Returns the sections of a text that ask for a prediction.
fn of(page: &Value) -> impl Iterator<Item = &Value> {
    let parts = page["parts"].as_array().into_iter().flatten();
    parts.filter(|part| part["kind"] == "Prediction")
}

/// Returns the keys of the recorded runs; none if nothing is recorded.
fn keys(file: &Path) -> Result<Vec<String>, String> {
    let told = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
    if !file.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(file).map_err(|why| told(&why))?;
    let all: Vec<Value> = serde_json::from_str(&text).map_err(|why| told(&why))?;
    let keys = all.iter().map(|it| it["key"].as_str().map(str::to_owned));
    let keys: Option<Vec<String>> = keys.collect();
    keys.ok_or_else(|| told(&"each entry of the list needs a `key`"))
}
