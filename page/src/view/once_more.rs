//! Questions that were missed come back: which of them, where, and with which order of the options.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::fingerprint::fingerprint;

/// Most questions that come back in one place.
pub const MOST: usize = 3;

/// What came of the reader's first try at a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FirstTry {
    /// It was right, at once or when the question came back: the question does not come back any
    /// more.
    Known,
    /// It was wrong: the question comes back.
    Missed {
        /// The key of the chapter in which it was missed last.
        at: String,
        /// How often it was missed.
        times: u32,
    },
}

/// First tries, by the id of the question.
pub type FirstTries = BTreeMap<String, FirstTry>;

/// A place where questions come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// The end of the chapter with this key.
    Chapter(&'static str),
    /// The map, for what was missed in the last chapter, which has this key.
    Map(&'static str),
}

impl Round {
    /// Returns the key of the chapter in which a question counts as missed if it is missed here.
    pub fn at(self) -> &'static str {
        match self {
            Self::Chapter(key) | Self::Map(key) => key,
        }
    }
}

/// Records the first try at a question in its own chapter, `at`. Later tries there change nothing.
pub fn note_first(tries: &mut FirstTries, id: &str, at: &str, is_right: bool) {
    let first = || match is_right {
        true => FirstTry::Known,
        false => FirstTry::Missed {
            at: at.to_owned(),
            times: 1,
        },
    };
    tries.entry(id.to_owned()).or_insert_with(first);
}

/// Records the first try at a question that has come back to `at`.
pub fn note_again(tries: &mut FirstTries, id: &str, at: &str, is_right: bool) {
    let before = tries.get(id).map_or(0, times);
    let now = match is_right {
        true => FirstTry::Known,
        false => FirstTry::Missed {
            at: at.to_owned(),
            times: before + 1,
        },
    };
    tries.insert(id.to_owned(), now);
}

/// Returns true if a question waits to be asked again.
pub fn is_waiting(tries: &FirstTries, id: &str) -> bool {
    tries.get(id).is_some_and(|it| times(it) > 0)
}

/// Returns the ids of the questions that come back in a place: at most [`MOST`], those missed least
/// often first, otherwise in the order of the course. `questions` are all of them in this order,
/// each with the key of its chapter. A question comes back neither in its own chapter nor in the
/// one in which it was missed last.
pub fn due<'a>(
    tries: &FirstTries,
    questions: impl IntoIterator<Item = (&'a str, &'a str)>,
    round: Round,
) -> Vec<&'a str> {
    let waiting = questions.into_iter().filter_map(|(id, home)| {
        let FirstTry::Missed { at, times } = tries.get(id)? else {
            return None;
        };
        let comes_back = match round {
            Round::Chapter(key) => key != home && key != at,
            Round::Map(last) => last == at,
        };
        comes_back.then_some((*times, id))
    });
    let mut waiting: Vec<(u32, &str)> = waiting.collect();
    // Stable, so that questions missed as often keep the order of the course.
    waiting.sort_by_key(|(times, _)| *times);
    waiting.into_iter().take(MOST).map(|(_, id)| id).collect()
}

/// Returns the order of `count` options when a question comes back: never that of the course, and
/// another one after each miss.
pub fn other_order(tries: &FirstTries, id: &str, count: usize) -> Vec<usize> {
    let round = tries.get(id).map_or(0, times).to_string();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|index| fingerprint([id, &round, &index.to_string()]));
    if order.is_sorted() && count > 1 {
        order.rotate_left(1);
    }
    order
}

fn times(first: &FirstTry) -> u32 {
    match first {
        FirstTry::Known => 0,
        FirstTry::Missed { times, .. } => *times,
    }
}
