//! The hand-ins of a class.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::answers::is_right;
use super::hand_in::HandIn;
use super::legible::clean;
use super::standing::Standing;
use crate::course::{EXERCISES, Exercise, Question};

/// Most hand-ins in a table.
const MOST: usize = 300;

/// The hand-ins of a class, in the order in which they came.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClassTable {
    rows: Vec<HandedIn>,
    next: usize,
}

/// A hand-in in the table.
#[derive(Clone, Debug, PartialEq)]
pub struct HandedIn {
    /// Its number in the table.
    pub id: usize,
    /// The name of its file.
    pub file: String,
    /// What the file holds.
    pub hand_in: HandIn,
    /// True if the table has a newer hand-in of the same student.
    pub is_older: bool,
    checked: BTreeMap<&'static str, Recheck>,
}

/// What a hand-in says of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    /// Nothing was written.
    Untouched,
    /// Something was written, and it has not passed.
    Begun,
    /// It has passed its checks.
    Passed,
    /// It has passed the checks of another version of the exercise.
    PassedOther,
}

/// What came of a cell that was run again with its checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recheck {
    /// It passed.
    Passed,
    /// It failed; a sentence says why.
    Failed(String),
    /// It was ended from outside; a sentence says why.
    Ended(String),
}

/// How a hand-in's report compares with what came of the checks here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// The checks were not run here.
    Unchecked,
    /// It says passed, and it passes.
    Confirmed,
    /// It says passed, and it does not pass.
    Refuted,
    /// It does not say passed, and it passes.
    Unclaimed,
    /// It does not say passed, and it does not pass.
    StillFails,
}

/// What the table can be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortBy {
    /// The student's name.
    Student,
    /// Exercises passed.
    Passed,
    /// Points.
    Points,
    /// Runs of checks.
    Tries,
    /// The time at which the file was saved.
    Saved,
    /// The version of the page.
    Version,
}

/// What became of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileNews {
    /// True if it is not in the table.
    pub is_refused: bool,
    /// What happened, in a sentence.
    pub text: String,
}

impl Recheck {
    /// Returns the sentence that says why it did not pass.
    pub fn why(&self) -> Option<&str> {
        match self {
            Self::Passed => None,
            Self::Failed(why) | Self::Ended(why) => Some(why),
        }
    }
}

impl FileNews {
    /// Says why a file is not in the table.
    pub fn refused(text: String) -> Self {
        Self {
            is_refused: true,
            text,
        }
    }
}

impl HandedIn {
    /// Returns the name of the student, or the file's name if the student gave none.
    pub fn name(&self) -> &str {
        match self.hand_in.student.is_empty() {
            true => &self.file,
            false => &self.hand_in.student,
        }
    }

    /// Returns the versions of engine and build.
    pub fn version(&self) -> String {
        format!("{} ({})", self.hand_in.engine, self.hand_in.build)
    }

    /// Returns the student's code for an exercise, or its starter.
    pub fn code(&self, exercise: &Exercise) -> &str {
        let code = self.hand_in.work.code.get(exercise.id);
        code.map_or_else(|| exercise.starter(), String::as_str)
    }

    /// Returns the class of the student's own world, if they have written one.
    pub fn world(&self) -> Option<&str> {
        self.hand_in.work.world.as_deref()
    }

    /// Returns what the hand-in says of an exercise.
    pub fn report(&self, exercise: &Exercise) -> Report {
        let kept = &self.hand_in.work.kept;
        let has_passed = kept.passed.contains(exercise.id);
        match has_passed {
            true if kept.is_outdated(exercise.id, exercise.mark) => Report::PassedOther,
            true => Report::Passed,
            false if self.hand_in.work.code.contains_key(exercise.id) => Report::Begun,
            false => Report::Untouched,
        }
    }

    /// Returns how often the checks of an exercise ran in the student's browser.
    pub fn tries(&self, exercise: &Exercise) -> u32 {
        let tries = &self.hand_in.work.kept.tries;
        tries.get(exercise.id).copied().unwrap_or(0)
    }

    /// Returns the same for all exercises together.
    pub fn all_tries(&self) -> u64 {
        let tries = EXERCISES.iter().map(|it| u64::from(self.tries(it)));
        tries.sum()
    }

    /// Returns what came of the checks here, if they were run.
    pub fn outcome(&self, exercise: &Exercise) -> Option<&Recheck> {
        self.checked.get(exercise.id)
    }

    /// Returns how the report of an exercise compares with what came of the checks here.
    pub fn agreement(&self, exercise: &Exercise) -> Agreement {
        let Some(outcome) = self.outcome(exercise) else {
            return Agreement::Unchecked;
        };
        match (self.report(exercise), *outcome == Recheck::Passed) {
            (Report::Passed, true) => Agreement::Confirmed,
            (Report::Passed, false) => Agreement::Refuted,
            (_, true) => Agreement::Unclaimed,
            (_, false) => Agreement::StillFails,
        }
    }

    /// Returns true if an exercise counts: it has passed here or, where it was not run here, by the
    /// hand-in's own report.
    pub fn has_passed(&self, exercise: &Exercise) -> bool {
        match self.outcome(exercise) {
            Some(outcome) => *outcome == Recheck::Passed,
            None => self.report(exercise) == Report::Passed,
        }
    }

    /// Returns true if the answer to a question is right and false if it is not; `None` without an
    /// answer.
    pub fn is_right(&self, question: &Question) -> Option<bool> {
        let given = self.hand_in.work.kept.answers.get(&question.id);
        given.map(|given| is_right(question, given))
    }

    /// Returns how far the student is. A point for each exercise that counts and each question
    /// answered rightly.
    pub fn standing(&self) -> Standing {
        let answers = &self.hand_in.work.kept.answers;
        Standing::in_course(answers, |exercise| self.has_passed(exercise))
    }

    /// Returns true if both are of one student. Those without a name are each of another one.
    fn is_of_same(&self, other: &Self) -> bool {
        let [one, two] = [self, other].map(|row| row.hand_in.student.to_lowercase());
        !one.is_empty() && one == two
    }
}

impl ClassTable {
    /// Returns the hand-ins, in the order in which they came.
    pub fn rows(&self) -> &[HandedIn] {
        &self.rows
    }

    /// Returns the hand-in with this number.
    pub fn find(&self, id: usize) -> Option<&HandedIn> {
        self.rows.iter().find(|row| row.id == id)
    }

    /// Reads a file, and adds what it holds.
    pub fn add(&mut self, file: &str, bytes: &[u8]) -> FileNews {
        let file = clean(file);
        let hand_in = match HandIn::read(&file, bytes) {
            Ok(hand_in) => hand_in,
            Err(why) => return FileNews::refused(why),
        };
        if self.rows.iter().any(|row| row.hand_in == hand_in) {
            return FileNews::refused(format!("{file} is in the table already"));
        }
        if self.rows.len() >= MOST {
            return FileNews::refused(format!(
                "The table is full with {MOST} hand-ins, so {file} was left out. Save the table, empty it and go on"
            ));
        }
        let row = HandedIn {
            id: self.next,
            file: file.clone(),
            hand_in,
            is_older: false,
            checked: BTreeMap::new(),
        };
        self.next += 1;
        let is_second = self.rows.iter().any(|other| other.is_of_same(&row));
        let name = row.name().to_owned();
        self.rows.push(row);
        self.mark_older();
        FileNews {
            is_refused: false,
            text: match is_second {
                true => format!(
                    "{file}: another hand-in of {name}. Both are in the table, and the older one is marked"
                ),
                false => format!("{file}: {name}"),
            },
        }
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// Records what came of a cell that was run again.
    pub fn record(&mut self, id: usize, exercise: &'static Exercise, outcome: Recheck) {
        if let Some(row) = self.rows.iter_mut().find(|row| row.id == id) {
            row.checked.insert(exercise.id, outcome);
        }
    }

    /// Forgets what came of cells that were run again.
    pub fn forget_outcomes(&mut self) {
        self.rows.iter_mut().for_each(|row| row.checked.clear());
    }

    /// Returns the numbers of the hand-ins in this order. Equal ones are sorted by name.
    pub fn sorted(&self, by: SortBy, is_descending: bool) -> Vec<usize> {
        let key = |row: &HandedIn| row.name().to_lowercase();
        let mut rows: Vec<(&HandedIn, Standing)> =
            self.rows.iter().map(|row| (row, row.standing())).collect();
        rows.sort_by(|(one, its), (two, other)| {
            let order = match by {
                SortBy::Student => Ordering::Equal,
                SortBy::Passed => its.passed.cmp(&other.passed),
                SortBy::Points => its.done().cmp(&other.done()),
                SortBy::Tries => one.all_tries().cmp(&two.all_tries()),
                SortBy::Saved => one.hand_in.saved.cmp(&two.hand_in.saved),
                SortBy::Version => one.version().cmp(&two.version()),
            };
            let names = key(one).cmp(&key(two));
            match (by, is_descending) {
                (SortBy::Student, true) => names.reverse(),
                (_, true) => order.reverse().then(names),
                (_, false) => order.then(names),
            }
        });
        rows.into_iter().map(|(row, _)| row.id).collect()
    }

    /// Returns the exercises that some student has begun, in the order of the course.
    pub fn begun(&self) -> Vec<&'static Exercise> {
        let has_begun = |row: &HandedIn, exercise: &Exercise| {
            row.report(exercise) != Report::Untouched || row.tries(exercise) > 0
        };
        let is_begun = |it: &&Exercise| self.rows.iter().any(|row| has_begun(row, it));
        EXERCISES.iter().filter(is_begun).collect()
    }

    /// Returns for how many students an exercise counts, by the newest hand-in of each.
    pub fn passed(&self, exercise: &Exercise) -> usize {
        let newest = self.rows.iter().filter(|row| !row.is_older);
        newest.filter(|row| row.has_passed(exercise)).count()
    }

    /// Marks each hand-in of which the table has a newer one of the same student; of two of the
    /// same time the later one to come is newer.
    fn mark_older(&mut self) {
        let age = |row: &HandedIn| (row.hand_in.saved.clone(), row.id);
        let older: Vec<bool> = (self.rows.iter())
            .map(|row| {
                let mut others = self.rows.iter().filter(|other| other.is_of_same(row));
                others.any(|other| age(other) > age(row))
            })
            .collect();
        for (row, is_older) in self.rows.iter_mut().zip(older) {
            row.is_older = is_older;
        }
    }
}
