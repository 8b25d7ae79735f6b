//! Writes all cells to one file, for use outside the page.

use std::collections::BTreeMap;

use leptos::prelude::GetUntracked as _;

use super::Workbench;
use crate::course::EXERCISES;
use crate::ui::browser::texts;
use crate::view::export::{ExportedExercise, ProvidedFile};
use crate::view::provided::FILES;

/// The file with the Python that exports begin with or are made of.
const PROVIDED: &str = "course-provided.json";

/// Writes a file from the facts about all exercises and the files that the page provides.
pub type CodeWriter = fn(&[ExportedExercise<'_>], &[ProvidedFile<'_>]) -> String;

/// Returns the page's files of Python by name, or `None` if they do not come.
pub async fn provided() -> Option<BTreeMap<String, String>> {
    serde_json::from_str(&texts::load(PROVIDED).await?).ok()
}

/// Returns a file that runs outside the page, or `None` if what it begins with does not come. The
/// texts of the course have to be there.
pub async fn written(bench: Workbench, write: CodeWriter) -> Option<String> {
    let provided = provided().await?;
    let (texts, passed) = (bench.texts.get_untracked(), bench.passed.get_untracked());
    let exercises = EXERCISES.iter().map(|exercise| ExportedExercise {
        id: exercise.id,
        title: exercise.title(),
        names: exercise.names,
        known_as: exercise.known_as,
        is_last: !exercise.trains.is_empty(),
        bug_in: exercise.bug_in,
        starter: exercise.starter(),
        solution: exercise.solution(),
        text: texts.get(exercise.id).map(String::as_str),
        has_passed: passed.contains(exercise.id),
    });
    let exercises: Vec<_> = exercises.collect();
    let provided = FILES.map(|file| Some((file, provided.get(file)?.as_str())));
    let provided: Vec<ProvidedFile<'_>> = provided.into_iter().collect::<Option<_>>()?;
    Some(write(&exercises, &provided))
}
