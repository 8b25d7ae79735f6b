//! A reader's progress: kept, carried to another browser, and compared with a course that has
//! changed.

use std::collections::BTreeMap;

use crate::view::fingerprint::fingerprint;
use crate::view::once_more::{is_waiting, note_first};
use crate::view::progress::{GivenAnswer, Prediction, Progress, ProgressFile, Unreadable};
use crate::view::scratch::first;

fn some() -> Progress {
    let mut progress = Progress::default();
    let answer = GivenAnswer::Number("-0.693".to_owned());
    progress.answers.insert("S1-W10".to_owned(), answer);
    progress.uncovered.insert("S0-E3".to_owned(), 2);
    progress.begin("S0-E3", fingerprint(["starter", "check"]));
    progress.passed.insert("S0-E3".to_owned());
    note_first(&mut progress.first_tries, "S1-W10", "warm-up", false);
    note_first(&mut progress.first_tries, "S1-W13", "warm-up", true);
    let prediction = Prediction {
        sketch: vec![20.0, 0.125, 500.0],
        is_revealed: true,
    };
    progress.predictions.insert("clip".to_owned(), prediction);
    progress
}

#[test]
fn a_file_brings_everything_back() {
    let code = BTreeMap::from([("S0-E3".to_owned(), "def f():\n    pass\n".to_owned())]);
    let mut file = ProgressFile::new(some(), code, vec![first(1)]);
    file.world = Some("class Tank(gym.Env):\n    pass\n".to_owned());
    let text = file.to_text();
    assert_eq!(ProgressFile::from_text(&text), Ok(file));
    // A file of a page without a scratchpad and worlds.
    let mut older: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let parts = older.as_object_mut().expect("an object");
    assert!(parts.remove("scratch").is_some() && parts.remove("world").is_some());
    let older = ProgressFile::from_text(&older.to_string());
    assert_eq!(
        older.map(|file| (file.scratch, file.world)),
        Ok((None, None))
    );
    assert_eq!(Progress::from_text(&some().to_text()), Ok(some()));
    assert!(is_waiting(&some().first_tries, "S1-W10"));
}

#[test]
fn a_file_that_cannot_be_read_says_why() {
    let foreign = "{\"format\": \"x\", \"kept\": {\"version\": 1}}";
    for text in ["", "{}", "[1, 2]", foreign] {
        assert_eq!(
            ProgressFile::from_text(text),
            Err(Unreadable::NotOurs),
            "{text}"
        );
    }
    let newer = ProgressFile::new(some(), BTreeMap::new(), Vec::new()).to_text();
    let newer = newer.replace("\"version\": 2", "\"version\": 99");
    assert_eq!(ProgressFile::from_text(&newer), Err(Unreadable::Newer));
}

#[test]
fn what_the_first_version_kept_is_read() {
    let text = "{\"version\":1,\"answers\":{\"S1-W13\":{\"Choice\":0}},\"uncovered\":{}}";
    let progress = Progress::from_text(text).expect("an earlier visit");
    assert_eq!(
        progress.answers.get("S1-W13"),
        Some(&GivenAnswer::Choice(0))
    );
    assert!(progress.first_tries.is_empty());
    assert!(progress.predictions.is_empty());
    assert!(progress.to_text().contains("\"version\":2"));
    let newer = "{\"version\":99,\"answers\":[]}";
    assert_eq!(Progress::from_text(newer), Err(Unreadable::Newer));
    for text in ["", "{", "[]", "{\"version\":2}"] {
        assert_eq!(
            Progress::from_text(text),
            Err(Unreadable::NotOurs),
            "{text}"
        );
    }
}

#[test]
fn an_exercise_that_changed_is_noticed_until_it_is_forgotten() {
    let mut progress = some();
    assert!(!progress.is_outdated("S0-E3", fingerprint(["starter", "check"])));
    assert!(progress.is_outdated("S0-E3", fingerprint(["starter", "another check"])));
    assert!(!progress.is_outdated("S0-E4", 1), "never begun");
    progress.forget("S0-E3");
    assert!(!progress.is_outdated("S0-E3", 1));
    assert!(progress.passed.is_empty() && progress.uncovered.is_empty());
    assert_ne!(fingerprint(["a", "b"]), fingerprint(["ab"]));
    // FNV-1a of no text is its published offset.
    assert_eq!(fingerprint([]), 2_166_136_261);
}
