//! Chapters and exercises as constants in Rust.

use std::fmt::Write as _;

use serde_json::Value;

use super::Course;
use super::chapters::Chapter;
use super::exercises::Exercise;
use super::task::{Task, Training};

/// Writes `CHAPTERS`, `REFERENCES` and `EXERCISES`.
pub fn write(course: &Course) -> String {
    let mut out = String::new();
    let lessons = "/// The chapters of the course, in an order that teaches.\npub const CHAPTERS";
    chapters(&mut out, lessons, course, false);
    let references = "/// The chapters that are looked up, beside the way through the course.\npub const REFERENCES";
    chapters(&mut out, references, course, true);
    out += "/// All of them, in the order of study.\npub const EXERCISES: &[Exercise] = &[\n";
    for exercise in &course.exercises {
        row(&mut out, exercise);
    }
    out += "];\n";
    out
}

fn chapters(out: &mut String, constant: &str, course: &Course, are_references: bool) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{constant}: &[Chapter] = &[");
    let chapters = course.chapters.iter();
    for chapter in chapters.filter(|it| it.is_reference == are_references) {
        let of_it = course
            .exercises
            .iter()
            .filter(|it| it.chapter == chapter.key);
        let ids: Vec<&str> = of_it.map(|it| it.id.as_str()).collect();
        let questions = course.questions.get(&chapter.key);
        let questions = questions.and_then(Value::as_array).into_iter().flatten();
        let questions: Vec<&str> = questions.filter_map(|it| it["id"].as_str()).collect();
        let steps = steps(chapter, &ids, &questions).join(", ");
        let questions = questions.len();
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "    Chapter {{ key: {:?}, title: {}, exercises: &{ids:?}, questions: {questions}, steps: &[{steps}], engine: {:?}, preset: {:?}, fields: &{:?} }},",
            chapter.key,
            title(&chapter.page),
            chapter.engine,
            chapter.preset,
            chapter.fields
        );
    }
    *out += "];\n\n";
}

/// Returns what one does in a chapter, in its order: what its text shows where it shows it, and at
/// its end what is left.
fn steps(chapter: &Chapter, exercises: &[&str], questions: &[&str]) -> Vec<String> {
    let mut steps: Vec<String> = Vec::new();
    let mut texts = 0;
    let parts = chapter.page["parts"].as_array().into_iter().flatten();
    for part in parts {
        match part["kind"].as_str() {
            Some(kind @ ("Exercise" | "Question")) => {
                steps.push(format!("ChapterStep::{kind}({})", part["title"]));
            }
            // Sections that follow each other are one text.
            _ if steps.last().is_some_and(|it| it.contains("::Text")) => {}
            _ => {
                steps.push(format!("ChapterStep::Text({texts})"));
                texts += 1;
            }
        }
    }
    for (kind, ids) in [("Exercise", exercises), ("Question", questions)] {
        let placed: Vec<&str> = chapter.places(kind).collect();
        let left = ids.iter().filter(|id| !placed.contains(id));
        steps.extend(left.map(|id| format!("ChapterStep::{kind}({id:?})")));
    }
    steps
}

/// Returns the title of a text, as a literal.
fn title(page: &Value) -> String {
    format!("{:?}", page["title"].as_str().unwrap_or_default())
}

fn row(out: &mut String, exercise: &Exercise) {
    let Exercise { id, task, .. } = exercise;
    let parts: Vec<String> = task
        .replaces
        .iter()
        .map(|it| format!("Part::{it}"))
        .collect();
    let (difficulty, importance, minutes) = &exercise.facts;
    let facts = format!(
        "Facts {{ difficulty: {difficulty}, importance: {importance}, minutes: {minutes:?} }}"
    );
    let fields = [
        ("id", format!("{id:?}")),
        ("title", title(&exercise.page)),
        ("mark", exercise.mark.to_string()),
        ("names", format!("&{:?}", task.names)),
        ("check", format!("{:?}", task.check)),
        // The compiler shows this comment if there is no such part.
        (
            "parts",
            format!(
                "&[{}] /* `replaces` in exercises/{id}/text.md */",
                parts.join(", ")
            ),
        ),
        ("trains", format!("&[{}]", trains(task))),
        ("iterations", format!("{:?}", task.iterations)),
        ("preset", format!("{:?}", task.preset)),
        ("settings", format!("&{:?}", task.settings)),
        ("bug_in", format!("{:?}", exercise.bug_in)),
        ("grows_out_of", format!("{:?}", exercise.grows_out_of)),
        ("engine", format!("{:?}", exercise.engine)),
        ("known_as", format!("{:?}", exercise.known_as)),
        ("facts", facts),
    ];
    *out += "    Exercise {\n";
    for (name, value) in fields {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "        {name}: {value},");
    }
    *out += "    },\n";
}

fn trains(task: &Task) -> String {
    let row = |it: &Training| {
        let beside = it.beside.as_ref().map_or("None".to_owned(), |beside| {
            format!("Some(({:?}, &{:?}))", beside.0, beside.1)
        });
        let Training {
            what, expression, ..
        } = it;
        format!("Training {{ what: {what:?}, expression: {expression:?}, beside: {beside} }}, ")
    };
    task.trains.iter().map(row).collect()
}
