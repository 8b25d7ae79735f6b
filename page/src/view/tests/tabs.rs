//! Two tabs with the same work.

use std::collections::BTreeMap;

use crate::view::once_more::{FirstTry, note_again, note_first};
use crate::view::progress::{GivenAnswer, Prediction, Progress};
use crate::view::tabs::{CodeNews, SharedCode, join_progress};

fn code(texts: &[(&str, &str)]) -> BTreeMap<String, String> {
    let own = |(id, text): &(&str, &str)| ((*id).to_owned(), (*text).to_owned());
    texts.iter().map(own).collect()
}

#[test]
fn a_text_that_was_not_edited_here_is_taken_over() {
    let mine = code(&[("A", "old"), ("B", "b")]);
    let mut shared = SharedCode {
        seen: mine.clone(),
        ..SharedCode::default()
    };
    let stored = code(&[("A", "new"), ("C", "c")]);
    let news = shared.hear(&mine, stored.clone());
    let taken = [("A", Some("new")), ("B", None), ("C", Some("c"))];
    let taken = taken.map(|(id, text)| (id.to_owned(), text.map(str::to_owned)));
    assert_eq!(news.taken, BTreeMap::from(taken));
    assert!(news.disputed.is_empty());
    let mine = stored.clone();
    assert_eq!(shared.hear(&mine, stored), CodeNews::default());
}

#[test]
fn a_text_that_was_edited_in_both_is_disputed_until_both_are_the_same() {
    let before = code(&[("A", "old")]);
    let mut shared = SharedCode {
        seen: before.clone(),
        ..SharedCode::default()
    };
    shared.edited.insert("A".to_owned());
    let mine = code(&[("A", "mine")]);
    assert_eq!(shared.hear(&mine, before), CodeNews::default());
    let news = shared.hear(&mine, code(&[("A", "theirs")]));
    assert_eq!(news.disputed["A"].as_deref(), Some("theirs"));
    assert!(news.taken.is_empty());
    let news = shared.hear(&mine, mine.clone());
    assert_eq!(news.settled, ["A"]);
    // From here on it counts as unedited.
    let news = shared.hear(&mine, code(&[("A", "theirs")]));
    assert_eq!(news.taken["A"].as_deref(), Some("theirs"));
}

fn progress(answers: &[(&str, usize)], passed: &[&str]) -> Progress {
    let mut progress = Progress::default();
    for (id, choice) in answers {
        let answer = GivenAnswer::Choice(*choice);
        progress.answers.insert((*id).to_owned(), answer);
    }
    progress.passed = passed.iter().map(|id| (*id).to_owned()).collect();
    progress
}

#[test]
fn progress_of_two_tabs_adds_up() {
    let before = progress(&[("Q1", 0), ("Q2", 0), ("Q3", 0)], &["E1"]);
    let theirs = progress(&[("Q1", 1), ("Q2", 1), ("Q4", 1)], &["E1", "E2", "E3"]);
    let mut mine = progress(&[("Q1", 0), ("Q2", 2), ("Q3", 0), ("Q5", 2)], &[]);
    mine.uncovered.insert("E9".to_owned(), 1);
    join_progress(&mut mine, &before, &theirs, |id| id != "E3");
    // Q3 was forgotten there; Q2 was answered anew in both. E1 was changed here, and the text of E3
    // is another one here.
    let mut joined = progress(&[("Q1", 1), ("Q2", 2), ("Q4", 1), ("Q5", 2)], &["E2"]);
    joined.uncovered.insert("E9".to_owned(), 1);
    assert_eq!(mine, joined);
}

#[test]
fn the_tries_of_another_tab_count_here() {
    let with = |tries: &[(&str, u32)]| {
        let mut progress = Progress::default();
        let tries = tries.iter().map(|(id, count)| ((*id).to_owned(), *count));
        progress.tries.extend(tries);
        progress
    };
    let before = with(&[("A", 1), ("B", 1)]);
    let mut mine = with(&[("A", 1), ("B", 2)]);
    let theirs = with(&[("A", 3), ("B", 1), ("C", 1)]);
    join_progress(&mut mine, &before, &theirs, |_| true);
    assert_eq!(mine, with(&[("A", 3), ("B", 2), ("C", 1)]));
}

#[test]
fn what_was_missed_or_known_in_another_tab_counts_here() {
    let mut before = Progress::default();
    note_first(&mut before.first_tries, "A", "vpg", false);
    let (mut mine, mut theirs) = (before.clone(), before.clone());
    note_again(&mut theirs.first_tries, "A", "ppo", true);
    note_first(&mut theirs.first_tries, "B", "ppo", false);
    note_first(&mut mine.first_tries, "C", "ppo", true);
    join_progress(&mut mine, &before, &theirs, |_| true);
    assert_eq!(mine.first_tries["A"], FirstTry::Known);
    assert!(matches!(mine.first_tries["B"], FirstTry::Missed { .. }));
    assert_eq!(mine.first_tries.len(), 3);
}

#[test]
fn predictions_of_two_tabs_add_up() {
    let sketched = |value: f64| Prediction {
        sketch: vec![value],
        is_revealed: false,
    };
    let with = |all: &[(&str, f64)]| {
        let mut progress = Progress::default();
        for (key, value) in all {
            (progress.predictions).insert((*key).to_owned(), sketched(*value));
        }
        progress
    };
    let before = with(&[("B-1", 1.0), ("B-2", 1.0)]);
    let mut theirs = with(&[("B-2", 1.0), ("clip", 3.0)]);
    let revealed = theirs.predictions.get_mut("clip").expect("it");
    revealed.is_revealed = true;
    let mut mine = with(&[("B-1", 1.0), ("B-2", 2.0)]);
    join_progress(&mut mine, &before, &theirs, |_| true);
    // B-1 was cleared there, and B-2 was drawn again here.
    assert_eq!(mine.predictions.get("B-1"), None);
    assert_eq!(mine.predictions["B-2"], sketched(2.0));
    assert!(mine.predictions["clip"].is_revealed);
}
