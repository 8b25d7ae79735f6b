//! The table: counts, order, what the checks found, and the files made of it.

use serde_json::Value;

use super::{bytes, exercise, hand_in};
use crate::course::{CHAPTERS, EXERCISES};
use crate::marking::{
    Agreement, ClassTable, Recheck, Report, SortBy, cell_of, csv, json, limit_secs, summary, text,
};
use policy_lab::python::protocol::{CellFailure, CellFinding};

const MORNING: &str = "2026-11-25T08:00:00.000Z";
const NOON: &str = "2026-11-25T12:00:00.000Z";

/// Ada, who is right; Ben, who claims one exercise that he has not solved; and somebody without a
/// name.
fn three() -> ClassTable {
    let mut table = ClassTable::default();
    for (file, hand_in) in [
        ("2.json", hand_in("Ben", MORNING, &["S0-E3"], &["S0-E6"])),
        ("1.json", hand_in("Ada", NOON, &["S0-E3", "S0-E6"], &[])),
        ("3.json", hand_in("", MORNING, &[], &[])),
    ] {
        let news = table.add(file, &bytes(&hand_in));
        assert!(!news.is_refused, "{}", news.text);
    }
    table
}

fn failed() -> Recheck {
    Recheck::Failed("it returns its argument".to_owned())
}

/// Runs the checks again, as a page does whose Python finds out Ben.
fn checked() -> ClassTable {
    let mut table = three();
    for (id, exercise) in table.to_check() {
        let code = table.find(id).expect("a row").code(exercise).to_owned();
        let is_right = code == exercise.solution();
        let outcome = if is_right { Recheck::Passed } else { failed() };
        table.record(id, exercise, outcome);
    }
    table
}

#[test]
fn a_point_for_each_exercise_and_each_right_answer() {
    let table = three();
    let questions: usize = CHAPTERS.iter().map(|chapter| chapter.questions).sum();
    for (row, passed) in table.rows().iter().zip([2, 2, 0]) {
        let standing = row.standing();
        assert_eq!((standing.passed, standing.right), (passed, 1));
        assert_eq!(standing.tried, 1, "an option that there is not is wrong");
        assert_eq!(standing.done(), passed + 1);
        assert_eq!(standing.all(), EXERCISES.len() + questions);
    }
    assert_eq!(table.rows()[2].name(), "3.json");
}

#[test]
fn an_exercise_that_somebody_has_begun_has_a_column_and_a_count() {
    let counts = |table: &ClassTable| {
        let begun = table.begun().into_iter();
        let counts = begun.map(|exercise| (exercise.id, table.passed(exercise)));
        counts.collect::<Vec<_>>()
    };
    assert_eq!(counts(&three()), [("S0-E3", 2), ("S0-E6", 2)]);
    assert_eq!(counts(&checked()), [("S0-E3", 2), ("S0-E6", 1)]);
}

#[test]
fn a_pass_of_another_version_does_not_count() {
    let mut ada = hand_in("Ada", NOON, &["S0-E3"], &[]);
    ada.work.kept.begun.insert("S0-E3".to_owned(), 1);
    let mut table = ClassTable::default();
    table.add("1.json", &bytes(&ada));
    let row = &table.rows()[0];
    assert_eq!(row.report(exercise("S0-E3")), Report::PassedOther);
    assert_eq!(row.standing().passed, 0);
    table.record(row.id, exercise("S0-E3"), Recheck::Passed);
    assert_eq!(table.rows()[0].standing().passed, 1);
}

#[test]
fn the_same_student_twice_stays_twice_and_the_same_file_once() {
    let mut table = three();
    let newer = hand_in("ada", "2026-11-26T08:00:00.000Z", &["S0-E3"], &[]);
    let news = table.add("4.json", &bytes(&newer));
    assert!(!news.is_refused && news.text.contains("another hand-in of ada"));
    let older: Vec<bool> = table.rows().iter().map(|row| row.is_older).collect();
    assert_eq!(older, [false, true, false, false]);
    let news = table.add("again.json", &bytes(&newer));
    assert_eq!(news.text, "again.json is in the table already");
    let nobody = hand_in("", NOON, &["S0-E3"], &[]);
    table.add("5.json", &bytes(&nobody));
    let is_older = table
        .rows()
        .iter()
        .any(|row| row.file == "3.json" && row.is_older);
    assert!(!is_older, "nobody is not the same student as nobody");
    assert_eq!(table.rows().len(), 5);
}

#[test]
fn a_table_has_an_end() {
    let mut table = ClassTable::default();
    for number in 0..301 {
        let news = table.add(
            "a.json",
            &bytes(&hand_in(&number.to_string(), NOON, &[], &[])),
        );
        assert_eq!(news.is_refused, number == 300, "{}", news.text);
    }
}

#[test]
fn rows_are_sorted() {
    let table = three();
    let names = |by, is_descending| -> Vec<String> {
        let ids = table.sorted(by, is_descending).into_iter();
        ids.map(|id| table.find(id).expect("a row").name().to_owned())
            .collect()
    };
    assert_eq!(names(SortBy::Student, false), ["3.json", "Ada", "Ben"]);
    assert_eq!(names(SortBy::Student, true), ["Ben", "Ada", "3.json"]);
    assert_eq!(names(SortBy::Points, true), ["Ada", "Ben", "3.json"]);
    assert_eq!(names(SortBy::Passed, false), ["3.json", "Ada", "Ben"]);
    assert_eq!(names(SortBy::Saved, true), ["Ada", "3.json", "Ben"]);
    assert_eq!(names(SortBy::Version, false), ["3.json", "Ada", "Ben"]);
}

#[test]
fn the_checks_find_out_what_is_not_true() {
    let table = checked();
    let [ben, ada, nobody] = table.rows() else {
        panic!("three rows");
    };
    let (returns, normal) = (exercise("S0-E3"), exercise("S0-E6"));
    assert_eq!(ada.agreement(normal), Agreement::Confirmed);
    assert_eq!(ben.agreement(returns), Agreement::Confirmed);
    assert_eq!(ben.agreement(normal), Agreement::Refuted);
    assert_eq!(ben.agreement(exercise("S0-E1")), Agreement::Unchecked);
    assert_eq!((ben.standing().passed, ada.standing().passed), (1, 2));
    assert_eq!(nobody.outcome(returns), None);
    let said = summary(&table);
    assert_eq!(
        said[0],
        "4 cells run again: 3 agree with the files, 1 differs"
    );
    assert!(said[1].starts_with("Ben, "), "{said:?}");
    assert!(said[1].ends_with("it does not pass (it returns its argument)"));
    assert_eq!(summary(&three()), ["No checks were run again"]);
}

#[test]
fn what_passes_unsaid_is_told_and_counts() {
    let mut ada = hand_in("Ada", NOON, &["S0-E3", "S0-E6"], &[]);
    ada.work.kept.passed.clear();
    let mut table = ClassTable::default();
    table.add("1.json", &bytes(&ada));
    let id = table.rows()[0].id;
    assert_eq!(table.to_check().len(), 2, "what is begun runs too");
    table.record(id, exercise("S0-E3"), Recheck::Passed);
    table.record(id, exercise("S0-E6"), failed());
    let row = &table.rows()[0];
    assert_eq!(row.agreement(exercise("S0-E3")), Agreement::Unclaimed);
    assert_eq!(row.agreement(exercise("S0-E6")), Agreement::StillFails);
    assert_eq!(row.standing().passed, 1);
    assert!(summary(&table)[1].contains("though the file does not say so"));
    table.forget_outcomes();
    assert_eq!(table.rows()[0].standing().passed, 0);
}

#[test]
fn a_cell_gets_the_answers_that_have_passed_here_and_no_others() {
    let mut table = ClassTable::default();
    let ids = ["S0-E3", "S0-E6", "S0-E7"];
    table.add("1.json", &bytes(&hand_in("Ada", NOON, &ids, &[])));
    let last = exercise("S0-E7");
    let id = table.rows()[0].id;
    let names = |table: &ClassTable| -> Vec<String> {
        let cell = cell_of(table.find(id).expect("a row"), last);
        assert_eq!(cell.check.as_deref(), Some(last.check));
        assert_eq!(cell.answer.source, last.solution());
        cell.passed.into_iter().flat_map(|it| it.names).collect()
    };
    assert_eq!(names(&table), [""; 0]);
    table.record(id, exercise("S0-E3"), Recheck::Passed);
    table.record(id, exercise("S0-E6"), failed());
    let taken = names(&table);
    assert!(
        !taken.contains(&"normalize_returns".to_owned()),
        "{taken:?}"
    );
    let probes = EXERCISES.iter().find(|it| !it.trains.is_empty());
    assert!(limit_secs(probes.expect("an agent")) > limit_secs(last));
}

#[test]
fn a_failure_is_a_sentence() {
    let raised = CellFailure {
        kind: "ValueError".to_owned(),
        message: "no\n\u{1b}[31m".to_owned(),
        ..CellFailure::default()
    };
    let said = Recheck::from(Some(&raised));
    assert_eq!(said.why(), Some("ValueError: no [31m"));
    let likely = CellFailure {
        finding: Some(Box::new(CellFinding {
            likely: Some("done is not used".to_owned()),
            ..CellFinding::default()
        })),
        ..raised
    };
    let said = Recheck::from(Some(&likely));
    assert_eq!(said.why(), Some("done is not used"));
    assert_eq!(Recheck::from(None), Recheck::Passed);
}

#[test]
fn the_table_leaves_as_csv() {
    let mut table = checked();
    let odd = hand_in("=cmd(), \"x\"", NOON, &[], &[]);
    table.add("-4.json", &bytes(&odd));
    let text = csv(&table);
    let lines: Vec<&str> = text.split("\r\n").collect();
    assert_eq!(lines.len(), 6);
    let head: Vec<&str> = lines[0].split(',').collect();
    let of = |line: &str, column: &str| {
        let place = head.iter().position(|it| *it == column).expect(column);
        line.split(',').nth(place).expect("a cell").to_owned()
    };
    assert_eq!(of(lines[1], "student"), "Ben");
    assert_eq!(of(lines[1], "points"), "2");
    assert_eq!(of(lines[1], "S0-E3"), "passed here too");
    assert_eq!(of(lines[1], "S0-E6"), "said passed but not here");
    assert_eq!(of(lines[1], "S0-E1"), "");
    assert_eq!(of(lines[1], "S1-W10"), "right");
    assert_eq!(of(lines[1], "S1-W2"), "tried");
    assert_eq!(of(lines[2], "student"), "Ada");
    let odd = "\"'=cmd(), \"\"x\"\"\",'-4.json,";
    assert!(lines[4].starts_with(odd), "{}", lines[4]);
}

#[test]
fn the_table_leaves_as_json_with_reasons() {
    let saved: Value = serde_json::from_str(&json(&checked())).expect("JSON");
    assert_eq!(saved["format"], "policy-lab-class");
    let ben = &saved["hand_ins"][0];
    assert_eq!(
        (&ben["student"], &ben["points"]),
        (&"Ben".into(), &2.into())
    );
    let marks = ben["exercises"].as_array().expect("marks");
    assert_eq!(marks.len(), EXERCISES.len());
    let normal = marks.iter().find(|it| it["id"] == "S0-E6").expect("it");
    assert_eq!(normal["mark"], "said passed but not here");
    assert_eq!(normal["why"], "it returns its argument");
}

#[test]
fn tries_are_the_runs_of_checks_and_say_nothing_of_points() {
    let mut ada = hand_in("Ada", NOON, &["S0-E3", "S0-E6"], &[]);
    let tries = [("S0-E3", 4), ("S0-E6", 1), ("gone", 9)];
    let tries = tries.map(|(id, count)| (id.to_owned(), count));
    ada.work.kept.tries.extend(tries);
    let mut table = three();
    table.add("4.json", &bytes(&ada));
    let row = &table.rows()[3];
    assert_eq!((row.tries(exercise("S0-E3")), row.all_tries()), (4, 5));
    assert_eq!(row.tries(exercise("S0-E1")), 0);
    assert_eq!(row.standing().passed, 2);
    let first = table.sorted(SortBy::Tries, true)[0];
    assert_eq!(table.find(first).map(|row| row.id), Some(row.id));

    let text = csv(&table);
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let of = |line: usize, column: &str| {
        let place = lines[0].iter().position(|it| *it == column);
        lines[line][place.expect(column)]
    };
    assert_eq!([of(4, "tries"), of(4, "S0-E3 tries")], ["5", "4"]);
    assert_eq!([of(1, "tries"), of(1, "S0-E3 tries")], ["0", "0"]);
    let saved: Value = serde_json::from_str(&json(&table)).expect("JSON");
    let saved = &saved["hand_ins"][3];
    assert_eq!(saved["tries"], 5);
    let marks = saved["exercises"].as_array().expect("marks");
    let returns = marks.iter().find(|it| it["id"] == "S0-E3").expect("it");
    assert_eq!(returns["tries"], 4);
}

#[test]
fn the_table_is_text_for_a_terminal() {
    let text = text(&checked());
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("student  passed"), "{text}");
    assert!(lines[1].starts_with("Ben      1 of "), "{text}");
    assert!(lines[1].contains("2026-11-25 08:00"), "{text}");
    assert_eq!(lines[4], "", "{text}");
    assert!(lines[6].starts_with("Ben, "), "{text}");
}
