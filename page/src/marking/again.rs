//! The checks of a cell: with what, for how long, and what came of them. For the reader's own
//! cells, and for those of a class.

use super::class::{ClassTable, HandedIn, Recheck, Report};
use super::legible::sentence;
use crate::course::{EXERCISES, Exercise};
use crate::view::needed::needed;
use policy_lab::python::protocol::{Answer, Cell, CellFailure};

/// Seed of the random numbers that each cell of a class and its check draw: the same wherever they
/// run again.
const SEED: u32 = 1;
/// The time limit of a cell in seconds, unless the reader chooses another one.
pub const LIMIT_SECS: u64 = 60;
/// The time limit of a cell whose checks let an agent learn the probes, in seconds: they take half
/// a minute.
const LIMIT_SECS_OF_PROBES: u64 = 300;

/// A cell to run with its checks: the number of the hand-in, and the exercise.
pub type ToCheck = (usize, &'static Exercise);

impl ClassTable {
    /// Returns the cells to run: of each student those that were written or are said to have
    /// passed, in the order of the course.
    pub fn to_check(&self) -> Vec<ToCheck> {
        let all = self.rows().iter().flat_map(|row| {
            let written = EXERCISES
                .iter()
                .filter(|it| row.report(it) != Report::Untouched);
            written.map(|exercise| (row.id, exercise))
        });
        all.collect()
    }
}

impl From<Option<&CellFailure>> for Recheck {
    fn from(failure: Option<&CellFailure>) -> Self {
        let Some(failure) = failure else {
            return Self::Passed;
        };
        let finding = failure.finding.as_deref();
        let likely = finding.map(|it| it.likely.as_deref().unwrap_or(&it.idea));
        Self::Failed(match likely {
            Some(likely) => sentence(likely),
            None => sentence(&format!("{}: {}", failure.kind, failure.message)),
        })
    }
}

/// Returns what Python needs to run a student's code for an exercise with its checks. The student's
/// answers to other exercises take part if they have passed here.
pub fn cell_of(row: &HandedIn, exercise: &'static Exercise) -> Cell {
    let source = row.code(exercise).to_owned();
    let has_passed = |it: &Exercise| row.outcome(it) == Some(&Recheck::Passed);
    Cell {
        passed: answers_for(exercise, &source, has_passed, |it| row.code(it).to_owned()),
        answer: exercise.answer(source),
        check: Some(exercise.check.to_owned()),
        seed: SEED,
    }
}

/// Returns the answers to other exercises that `source`, the code for an exercise, and its check
/// need. `text` is what was written for another exercise.
pub fn answers_for(
    exercise: &Exercise,
    source: &str,
    has_passed: impl Fn(&Exercise) -> bool,
    text: impl Fn(&Exercise) -> String,
) -> Vec<Answer> {
    // A mended bug is the same function as that of the exercise before it.
    let others = EXERCISES
        .iter()
        .filter(|it| it.bug_in.is_none() && it.id != exercise.id);
    let passed = others.filter(|it| has_passed(it));
    let answers = passed.map(|it| it.answer(text(it)));
    needed(&[source, exercise.check], answers.collect())
}

/// Returns the seconds that an exercise's cell may run, unless the reader chooses another limit.
pub fn limit_secs(exercise: &Exercise) -> u64 {
    match exercise.trains.is_empty() {
        true => LIMIT_SECS,
        false => LIMIT_SECS_OF_PROBES,
    }
}
