//! Questions that were missed: which come back, and where.

use std::collections::BTreeSet;

use crate::view::once_more::{
    FirstTries, FirstTry, MOST, Round, due, is_waiting, note_again, note_first, other_order,
};

/// Questions in the order of the course, each with its chapter.
const QUESTIONS: [(&str, &str); 6] = [
    ("W1", "warm-up"),
    ("W2", "warm-up"),
    ("W3", "warm-up"),
    ("W4", "warm-up"),
    ("R1", "reinforce"),
    ("Z1", "today"),
];

fn missed(ids: &[&str]) -> FirstTries {
    let mut tries = FirstTries::new();
    for (id, home) in QUESTIONS {
        note_first(&mut tries, id, home, !ids.contains(&id));
    }
    tries
}

fn due_in(tries: &FirstTries, key: &'static str) -> Vec<&'static str> {
    due(tries, QUESTIONS, Round::Chapter(key))
}

#[test]
fn what_was_missed_comes_back_in_the_next_chapter_and_in_every_further_one() {
    let tries = missed(&["R1"]);
    assert_eq!(due_in(&tries, "vpg"), ["R1"]);
    assert_eq!(due_in(&tries, "ppo"), ["R1"]);
    assert!(
        due_in(&tries, "reinforce").is_empty(),
        "not where it stands"
    );
    assert!(due(&tries, QUESTIONS, Round::Map("today")).is_empty());
    assert!(due_in(&missed(&[]), "vpg").is_empty());
    assert!(due_in(&FirstTries::new(), "vpg").is_empty());
}

#[test]
fn a_correction_in_its_own_chapter_does_not_undo_a_miss() {
    let mut tries = missed(&["R1"]);
    note_first(&mut tries, "R1", "reinforce", true);
    assert_eq!(due_in(&tries, "vpg"), ["R1"]);
    // Nor does looking at a wrong option undo a right answer.
    note_first(&mut tries, "W1", "warm-up", false);
    assert!(!is_waiting(&tries, "W1"));
}

#[test]
fn right_when_it_comes_back_is_done_and_wrong_comes_back_later() {
    let mut tries = missed(&["R1"]);
    note_again(&mut tries, "R1", "vpg", false);
    assert!(is_waiting(&tries, "R1"));
    assert!(due_in(&tries, "vpg").is_empty(), "not at once");
    assert_eq!(due_in(&tries, "baselines"), ["R1"]);
    note_again(&mut tries, "R1", "baselines", true);
    assert_eq!(tries["R1"], FirstTry::Known);
    assert!(!is_waiting(&tries, "R1") && due_in(&tries, "ppo").is_empty());
    note_first(&mut tries, "R1", "reinforce", false);
    assert!(!is_waiting(&tries, "R1"), "done for good");
}

#[test]
fn three_come_back_at_a_time_those_missed_least_often_first() {
    let mut tries = missed(&["W1", "W2", "W3", "W4", "R1"]);
    assert_eq!(due_in(&tries, "vpg"), ["W1", "W2", "W3"]);
    assert_eq!(due_in(&tries, "vpg").len(), MOST);
    note_again(&mut tries, "W1", "vpg", false);
    note_again(&mut tries, "W2", "vpg", false);
    assert_eq!(due_in(&tries, "ppo"), ["W3", "W4", "R1"]);
}

#[test]
fn what_was_missed_in_the_last_chapter_comes_back_on_the_map() {
    let mut tries = missed(&["R1", "Z1"]);
    let map = Round::Map("today");
    assert_eq!(due(&tries, QUESTIONS, map), ["Z1"]);
    note_again(&mut tries, "R1", "today", false);
    assert_eq!(due(&tries, QUESTIONS, map), ["Z1", "R1"]);
    note_again(&mut tries, "Z1", map.at(), false);
    assert_eq!(due(&tries, QUESTIONS, map), ["R1", "Z1"]);
    note_again(&mut tries, "Z1", map.at(), true);
    assert_eq!(due(&tries, QUESTIONS, map), ["R1"]);
}

#[test]
fn a_question_that_is_gone_does_not_come_back() {
    let tries = missed(&["W1", "R1"]);
    let left = QUESTIONS.into_iter().filter(|(id, _)| *id != "W1");
    assert_eq!(due(&tries, left, Round::Chapter("vpg")), ["R1"]);
}

#[test]
fn options_come_back_in_another_order() {
    let mut tries = missed(&["W1", "W2"]);
    let mut orders = BTreeSet::new();
    for _ in 0..20 {
        for (id, count) in [("W1", 2), ("W1", 4), ("W2", 4)] {
            let order = other_order(&tries, id, count);
            assert!(!order.is_sorted(), "{order:?}");
            let options: BTreeSet<usize> = order.iter().copied().collect();
            assert_eq!(options, (0..count).collect());
            orders.insert(order);
        }
        note_again(&mut tries, "W1", "vpg", false);
    }
    assert!(orders.len() > 5, "{orders:?}");
    assert_eq!(other_order(&tries, "W1", 1), [0]);
    assert!(other_order(&tries, "W1", 0).is_empty());
}
