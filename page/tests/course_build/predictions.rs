//! Sections that ask for a prediction of recorded runs.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{course, course_of, put, refusal};

const TEXT: &str = "exercises/A-1/text.md";
const SECTION: &str = "## Prediction: clip\nWhere does it *end*?\n\n---\nAt the top.\n\n";

/// Puts a text before the first heading `before` of a file.
fn add(root: &Path, file: &str, before: &str, text: &str) {
    let whole = fs::read_to_string(root.join(file)).expect("a file");
    let at = whole.find(before).expect("the heading");
    put(
        root,
        file,
        &format!("{}{text}{}", &whole[..at], &whole[at..]),
    );
}

fn record(root: &Path) {
    put(
        root,
        "runs.json",
        r#"[{ "key": "clip" }, { "key": "A-1" }]"#,
    );
}

/// Returns a course with recorded runs and a prediction in its exercise.
fn with_prediction(test: &str) -> PathBuf {
    let root = course_of(test);
    record(&root);
    add(&root, TEXT, "## Changed", SECTION);
    root
}

#[test]
fn a_prediction_asks_first_and_tells_later() {
    let mark = |root: &Path| {
        let table = course::read(root).expect("a course").table();
        let mark = table.split("mark: ").nth(1).expect("a fingerprint");
        mark.split(',').next().expect("a number").to_owned()
    };
    let root = with_prediction("prediction");
    let course = course::read(&root).expect("a course");
    let catalogue: Value = serde_json::from_str(&course.catalogue()).expect("JSON");
    let part = &catalogue["exercises"]["A-1"]["parts"][1];
    assert_eq!(part["kind"], "Prediction");
    assert_eq!(part["title"], "clip");
    assert_eq!(part["html"], "<p>Where does it <em>end</em>?</p>\n");
    assert_eq!(part["revealed"], "<p>At the top.</p>\n");
    assert_eq!(
        mark(&root),
        mark(&course_of("no-prediction")),
        "who has passed the exercise has passed it still"
    );
}

#[test]
fn a_prediction_needs_both_texts() {
    for (test, section) in [
        ("no-line", "## Prediction: clip\nWhere?\n\nThere.\n\n"),
        ("no-outcome", "## Prediction: clip\nWhere?\n\n---\n\n"),
    ] {
        let said = refusal(test, |root| {
            record(root);
            add(root, TEXT, "## Changed", section);
        });
        assert_eq!(
            said,
            format!(
                "{TEXT}: `## Prediction: clip` needs a line `---`, what is asked above it and what happened below it"
            )
        );
    }
}

#[test]
fn a_prediction_is_about_recorded_runs() {
    let said = refusal("unknown-runs", |root| {
        record(root);
        add(root, TEXT, "## Changed", &SECTION.replace("clip", "clap"));
    });
    assert_eq!(
        said,
        format!(
            "{TEXT}: `## Prediction: clap` names no recorded runs, and runs.json has these: clip, A-1"
        )
    );
    let said = refusal("nothing-recorded", |root| {
        add(root, TEXT, "## Changed", SECTION);
    });
    assert!(said.contains("names no recorded runs"), "{said}");
    let said = refusal("no-key", |root| {
        put(root, "runs.json", "[{}]");
    });
    assert_eq!(said, "runs.json: each entry of the list needs a `key`");
    let said = refusal("no-list", |root| put(root, "runs.json", "{"));
    assert!(said.starts_with("runs.json: "), "{said}");
}

#[test]
fn the_same_runs_are_predicted_once() {
    let chapter = "chapters/chapter-one.md";
    let said = refusal("predicted-twice", |root| {
        record(root);
        add(root, TEXT, "## Changed", SECTION);
        add(root, chapter, "## Exercise", SECTION);
    });
    assert_eq!(
        said,
        format!("{TEXT}: `## Prediction: clip` stands in {chapter} already")
    );
}

#[test]
fn a_prediction_stands_before_what_gives_it_away() {
    for (test, before) in [("too-early", "## Idea"), ("too-late", "## Solution")] {
        let said = refusal(test, |root| {
            record(root);
            add(root, TEXT, before, SECTION);
        });
        assert_eq!(
            said,
            format!(
                "{TEXT}: `## Prediction` stands after `## Idea` and before the first `## Hint`"
            )
        );
    }
}
