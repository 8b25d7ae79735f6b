//! The table of a class as files and as text.

use serde::Serialize;

use super::class::{Agreement, ClassTable, HandedIn, Report};
use super::legible::day_and_time;
use crate::course::{CHAPTERS, EXERCISES, Exercise, Question, questions};
use crate::view::format::plural;

/// Name and version of the JSON file.
const FORMAT: &str = "policy-lab-class";
const VERSION: u32 = 1;
/// The columns that are the same in every table.
const COLUMNS: [&str; 12] = [
    "student",
    "file",
    "saved",
    "engine",
    "build",
    "is_older",
    "passed",
    "exercises",
    "right",
    "questions",
    "points",
    "tries",
];

/// Returns the table for spreadsheets: a row for each hand-in, a column for each exercise and each
/// question, and at the end one with the tries at each exercise.
///
/// # Source
/// RFC 4180: lines end in CR LF; a cell with a comma, a quote or a line break stands in quotes, and
/// quotes in it are doubled. A cell that a spreadsheet would take for a formula begins with an
/// apostrophe.
pub fn csv(table: &ClassTable) -> String {
    let ids = EXERCISES.iter().map(|exercise| exercise.id);
    let ids = ids.chain(asked().map(|question| question.id.as_str()));
    let tries = EXERCISES.iter().map(|it| format!("{} tries", it.id));
    let head = COLUMNS.into_iter().chain(ids).map(str::to_owned);
    let head = head.chain(tries);
    let mut text = line(head);
    for row in table.rows() {
        let standing = row.standing();
        let counts = [
            standing.passed as u64,
            standing.exercises as u64,
            standing.right as u64,
            standing.questions as u64,
            standing.done() as u64,
            row.all_tries(),
        ];
        let own = [
            row.name(),
            &row.file,
            &row.hand_in.saved,
            &row.hand_in.engine,
            &row.hand_in.build,
            if row.is_older { "yes" } else { "no" },
        ];
        let cells = own.into_iter().map(str::to_owned);
        let cells = cells.chain(counts.iter().map(u64::to_string));
        let marks = EXERCISES
            .iter()
            .map(|exercise| words_of(row.report(exercise), row.agreement(exercise)));
        let marks = marks.chain(asked().map(|question| of_question(row, question)));
        let tries = EXERCISES.iter().map(|exercise| row.tries(exercise));
        let tries = tries.map(|tries| tries.to_string());
        text += &line(cells.chain(marks.map(str::to_owned)).chain(tries));
    }
    text
}

/// Returns the table as JSON, with the sentence of each check that did not pass.
pub fn json(table: &ClassTable) -> String {
    #[derive(Serialize)]
    struct Saved<'a> {
        format: &'static str,
        version: u32,
        hand_ins: Vec<SavedRow<'a>>,
    }
    #[derive(Serialize)]
    struct SavedRow<'a> {
        student: &'a str,
        file: &'a str,
        saved: &'a str,
        engine: &'a str,
        build: &'a str,
        is_older: bool,
        passed: usize,
        right: usize,
        points: usize,
        most_points: usize,
        tries: u64,
        exercises: Vec<SavedMark<'a>>,
        questions: Vec<SavedMark<'a>>,
    }
    #[derive(Serialize)]
    struct SavedMark<'a> {
        id: &'a str,
        mark: &'static str,
        /// Of an exercise.
        #[serde(skip_serializing_if = "Option::is_none")]
        tries: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        why: Option<&'a str>,
    }
    let hand_ins = table.rows().iter().map(|row| {
        let standing = row.standing();
        let exercises = EXERCISES.iter().map(|exercise| SavedMark {
            id: exercise.id,
            mark: words_of(row.report(exercise), row.agreement(exercise)),
            tries: Some(row.tries(exercise)),
            why: row.outcome(exercise).and_then(|outcome| outcome.why()),
        });
        let questions = asked().map(|question| SavedMark {
            id: &question.id,
            mark: of_question(row, question),
            tries: None,
            why: None,
        });
        SavedRow {
            student: row.name(),
            file: &row.file,
            saved: &row.hand_in.saved,
            engine: &row.hand_in.engine,
            build: &row.hand_in.build,
            is_older: row.is_older,
            passed: standing.passed,
            right: standing.right,
            points: standing.done(),
            most_points: standing.all(),
            tries: row.all_tries(),
            exercises: exercises.collect(),
            questions: questions.collect(),
        }
    });
    let saved = Saved {
        format: FORMAT,
        version: VERSION,
        hand_ins: hand_ins.collect(),
    };
    serde_json::to_string_pretty(&saved).unwrap_or_default()
}

/// Returns the table as lines of text, with what disagrees below it.
pub fn text(table: &ClassTable) -> String {
    let head = [
        "student", "passed", "right", "points", "tries", "saved", "version",
    ];
    let mut lines = vec![head.map(str::to_owned)];
    for row in table.rows() {
        let standing = row.standing();
        let older = if row.is_older { " (older)" } else { "" };
        lines.push([
            format!("{}{older}", row.name()),
            format!("{} of {}", standing.passed, standing.exercises),
            format!("{} of {}", standing.right, standing.questions),
            format!("{} of {}", standing.done(), standing.all()),
            row.all_tries().to_string(),
            day_and_time(&row.hand_in.saved),
            row.version(),
        ]);
    }
    let width = |column: usize| {
        let widths = lines.iter().map(|line| line[column].chars().count());
        widths.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        let cells = line.iter().zip(&widths);
        let cells = cells.map(|(cell, width)| format!("{cell:width$}"));
        let cells: Vec<String> = cells.collect();
        text += cells.join("  ").trim_end();
        text.push('\n');
    }
    text.push('\n');
    text += &summary(table).join("\n");
    text.push('\n');
    text
}

/// Says what came of the checks that were run again: a sentence for all, and one for each cell that
/// differs from its report.
pub fn summary(table: &ClassTable) -> Vec<String> {
    let all = table.rows().iter().flat_map(|row| {
        let checked = EXERCISES.iter().filter(|it| row.outcome(it).is_some());
        checked.map(move |exercise| (row, exercise))
    });
    let all: Vec<(&HandedIn, &Exercise)> = all.collect();
    let differing: Vec<String> = all
        .iter()
        .filter_map(|(row, exercise)| {
            let said = match row.agreement(exercise) {
                Agreement::Refuted => "the file says passed, and it does not pass",
                Agreement::Unclaimed => "it passes, though the file does not say so",
                _ => return None,
            };
            let why = row.outcome(exercise).and_then(|outcome| outcome.why());
            let why = why.map_or_else(String::new, |why| format!(" ({why})"));
            let (name, label) = (row.name(), exercise.label());
            Some(format!("{name}, {label}: {said}{why}"))
        })
        .collect();
    let cells = plural(all.len(), "cell");
    let first = match (all.len(), differing.len()) {
        (0, _) => "No checks were run again".to_owned(),
        (_, 0) => format!("{cells} run again, and all agree with the files"),
        (all, 1) => format!(
            "{cells} run again: {} agree with the files, 1 differs",
            all - 1
        ),
        (all, differing) => format!(
            "{cells} run again: {} agree with the files, {differing} differ",
            all - differing
        ),
    };
    std::iter::once(first).chain(differing).collect()
}

/// Returns the questions of the course, in its order.
fn asked() -> impl Iterator<Item = &'static Question> {
    CHAPTERS.iter().flat_map(|chapter| questions(chapter.key))
}

/// Returns the words for what a hand-in says of an exercise and how it compares with what came of
/// the checks here; empty where nothing was written.
pub fn words_of(report: Report, agreement: Agreement) -> &'static str {
    match (agreement, report) {
        (Agreement::Unchecked, Report::Untouched) => "",
        (Agreement::Unchecked, Report::Begun) => "begun",
        (Agreement::Unchecked, Report::Passed) => "passed",
        (Agreement::Unchecked, Report::PassedOther) => "passed in another version",
        (Agreement::Confirmed, _) => "passed here too",
        (Agreement::Refuted, _) => "said passed but not here",
        (Agreement::Unclaimed, _) => "passed only here",
        (Agreement::StillFails, _) => "not passed here",
    }
}

fn of_question(row: &HandedIn, question: &Question) -> &'static str {
    match row.is_right(question) {
        None => "",
        Some(true) => "right",
        Some(false) => "tried",
    }
}

fn line(cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.map(quoted).collect();
    cells.join(",") + "\r\n"
}

fn quoted(cell: String) -> String {
    let cell = match cell.starts_with(['=', '+', '-', '@']) {
        true => format!("'{cell}"),
        false => cell,
    };
    match cell.contains(['"', ',', '\r', '\n']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    }
}
