//! The order in which kept runs are listed. Their colours and their lines keep that of the shelf.

use std::cmp::Ordering;

use super::by_seed::median;
use super::score::score_title;
use policy_lab::history::compare::{Entry, RunRecord, Shelf};
use policy_lab::protocol::score::ScoreKind;

/// What kept runs are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunOrder {
    /// When they were kept.
    Kept,
    /// Their names.
    Name,
    /// Their newest scores.
    Score,
    /// The environment steps after which they solved their task.
    Solved,
}

impl RunOrder {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Kept, Self::Name, Self::Score, Self::Solved];

    /// Returns its name on the page; `scored_by` is what the kept runs are scored by, if all are
    /// scored by the same.
    pub fn name(self, scored_by: Option<ScoreKind>) -> &'static str {
        match self {
            Self::Kept => "Kept",
            Self::Name => "Name",
            Self::Score => score_title(scored_by),
            Self::Solved => "Solved after",
        }
    }

    /// Returns true if one wants the most first.
    pub fn is_descending_first(self) -> bool {
        self == Self::Score
    }

    fn compare(self, one: &Entry, other: &Entry) -> Ordering {
        // Of several seeds the one in the middle.
        let by = |number: fn(&RunRecord) -> Option<f64>, missing: f64| {
            let of = |entry: &Entry| {
                let numbers = entry.runs.iter().map(number).collect();
                median(numbers).unwrap_or(missing)
            };
            of(one).total_cmp(&of(other))
        };
        match self {
            Self::Kept => one.id.cmp(&other.id),
            Self::Name => one.name.to_lowercase().cmp(&other.name.to_lowercase()),
            Self::Score => by(last_score, f64::NEG_INFINITY),
            Self::Solved => by(RunRecord::steps_to_solve, f64::INFINITY),
        }
    }
}

/// Returns the ids of the entries in an order; true beside it means from the last to the first.
/// Equal ones stay as they were kept.
pub fn sorted(shelf: &Shelf, (by, is_descending): (RunOrder, bool)) -> Vec<usize> {
    let behind = match is_descending {
        true => Ordering::Less,
        false => Ordering::Greater,
    };
    let mut sorted: Vec<&Entry> = Vec::new();
    for entry in shelf.entries() {
        let place = sorted.partition_point(|other| by.compare(other, entry) != behind);
        sorted.insert(place, entry);
    }
    sorted.into_iter().map(|entry| entry.id).collect()
}

/// Returns the newest score of a run; `None` if no episode has ended.
pub fn last_score(run: &RunRecord) -> Option<f64> {
    run.score_points().last().map(|it| it.1)
}

/// Returns what the runs on a shelf are scored by, if all are scored by the same.
pub fn scored_by(shelf: &Shelf) -> Option<ScoreKind> {
    let runs = shelf.entries().iter().flat_map(|entry| &entry.runs);
    ScoreKind::common(runs.map(RunRecord::score_kind))
}
