//! Writes all cells to one file, for use outside the page.

use leptos::prelude::GetUntracked as _;

use super::Workbench;
use crate::course::{EXERCISES, source};
use crate::view::export::{self, ExportedExercise, ProvidedFile};
use crate::view::provided::FILES;

/// Writes a file from the facts about all exercises and the files that the page provides.
type Writer = fn(&[ExportedExercise<'_>], &[ProvidedFile<'_>]) -> String;

/// Returns a Python file that runs outside the page. The texts of the course have to be there.
pub fn python(bench: Workbench) -> String {
    written(bench, export::python)
}

/// Returns a notebook that runs outside the page. The texts of the course have to be there.
pub fn notebook(bench: Workbench) -> String {
    written(bench, export::notebook)
}

fn written(bench: Workbench, write: Writer) -> String {
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
    write(&exercises, &FILES.map(|file| (file, source(file))))
}
