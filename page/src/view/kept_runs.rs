//! Runs that outlast the page: which of the kept runs are still to be stored, and what is offered
//! of the newest run after a reload.

use std::collections::BTreeMap;

use super::format;
use policy_lab::history::compare::{Ended, Entry, RunRecord, Shelf, read, write};
use policy_lab::protocol::checkpoint::Checkpoint;

/// Most bytes of kept runs that the page stores. A browser may allow far more, but nobody looks for
/// it here.
pub const MOST_BYTES: usize = 32 << 20;

/// The parts of an entry that change when it has to be stored again: its name, and how far each of
/// its runs is.
type EntryMark = (String, Vec<(usize, Ended)>);

/// One entry as it is stored.
#[derive(Clone, Debug)]
struct StoredEntry {
    key: String,
    mark: Option<EntryMark>,
    num_bytes: usize,
}

/// Records which entries of the shelf are stored, and under which keys.
#[derive(Clone, Debug, Default)]
pub struct RunLedger {
    stored: BTreeMap<usize, StoredEntry>,
    /// The keys of entries that are gone from the shelf and could not be deleted so far.
    left_over: Vec<String>,
}

/// What to write so that the stored entries are those of the shelf.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LedgerChanges {
    /// Files of one entry each, with their keys.
    pub put: Vec<(String, Vec<u8>)>,
    /// The keys of entries that are gone.
    pub gone: Vec<String>,
    /// True if an entry was left out because all together would be larger than [`MOST_BYTES`].
    pub is_full: bool,
}

impl RunLedger {
    /// Adds the entries of a stored file to the shelf. Runs that were under way have ended with the
    /// page. Returns false if this page cannot read the file.
    pub fn restore(&mut self, key: &str, bytes: &[u8], shelf: &mut Shelf) -> bool {
        let Some(entry) = entry_of(bytes) else {
            return false;
        };
        let runs = entry.runs.into_iter().map(RunRecord::stopped).collect();
        let entry = Entry { runs, ..entry };
        let mark = mark(&entry);
        let id = shelf.add(&entry.name, entry.runs);
        let stored = StoredEntry {
            key: key.to_owned(),
            mark: Some(mark),
            num_bytes: bytes.len(),
        };
        self.stored.insert(id, stored);
        true
    }

    /// Returns what is to be written now, and counts it as stored. `fresh` returns a key for a new
    /// entry.
    pub fn changes(&mut self, entries: &[Entry], fresh: impl Fn(usize) -> String) -> LedgerChanges {
        let mut changes = LedgerChanges {
            gone: std::mem::take(&mut self.left_over),
            ..LedgerChanges::default()
        };
        self.stored.retain(|id, stored| {
            let is_there = entries.iter().any(|entry| entry.id == *id);
            if !is_there {
                changes.gone.push(stored.key.clone());
            }
            is_there
        });
        for entry in entries {
            let before = self.stored.get(&entry.id);
            let mark = Some(mark(entry));
            if before.is_some_and(|stored| stored.mark == mark) {
                continue;
            }
            let bytes = write(std::slice::from_ref(entry)).into_bytes();
            let others = self.stored.iter().filter(|(id, _)| **id != entry.id);
            let taken: usize = others.map(|(_, stored)| stored.num_bytes).sum();
            if taken + bytes.len() > MOST_BYTES {
                changes.is_full = true;
                continue;
            }
            let key = before.map_or_else(|| fresh(entry.id), |stored| stored.key.clone());
            let num_bytes = bytes.len();
            changes.put.push((key.clone(), bytes));
            let stored = StoredEntry {
                key,
                mark,
                num_bytes,
            };
            self.stored.insert(entry.id, stored);
        }
        changes
    }

    /// Notes that changes were not written: they are tried again with the next ones.
    pub fn take_back(&mut self, changes: &LedgerChanges) {
        for stored in self.stored.values_mut() {
            if changes.put.iter().any(|(key, _)| *key == stored.key) {
                stored.mark = None;
            }
        }
        self.left_over.extend(changes.gone.iter().cloned());
    }
}

fn mark(entry: &Entry) -> EntryMark {
    let runs = entry.runs.iter();
    let ends = runs.map(|run| (run.iterations, run.ended.clone()));
    (entry.name.clone(), ends.collect())
}

/// Reads a file with one entry.
fn entry_of(bytes: &[u8]) -> Option<Entry> {
    let mut shelf = Shelf::default();
    read(std::str::from_utf8(bytes).ok()?, &mut shelf).ok()?;
    shelf.entries().first().cloned()
}

/// The newest run of an earlier visit.
#[derive(Clone, Debug, PartialEq)]
pub struct LastRun {
    /// What was trained, such as `PPO, quick`.
    pub name: String,
    /// Its settings and curves.
    pub record: RunRecord,
    /// Its newest networks, if this page can go on from them.
    pub checkpoint: Option<Checkpoint>,
    /// True if its curve is among the kept ones.
    pub is_kept: bool,
}

impl LastRun {
    /// Returns the file with the run's curves.
    pub fn file(name: String, record: RunRecord) -> Vec<u8> {
        let entry = Entry {
            id: 0,
            name,
            runs: vec![record],
            slot: None,
        };
        write(&[entry]).into_bytes()
    }

    /// Reads a run that an earlier visit stored. Returns `None` if there is nothing left to do with
    /// it.
    pub fn read(file: &[u8], checkpoint: Option<Checkpoint>, shelf: &Shelf) -> Option<Self> {
        let entry = entry_of(file)?;
        let record = entry.runs.into_iter().next()?;
        let mut kept = shelf.entries().iter().flat_map(|entry| &entry.runs);
        let is_kept = kept.any(|run| {
            run.config == record.config
                && (run.first_iteration, run.iterations)
                    == (record.first_iteration, record.iterations)
        });
        let is_over = match record.ended {
            Ended::Finished | Ended::Solved => true,
            // One that was stopped because it was solved. What was under way may go on.
            Ended::Stopped => record.is_solved_at_end(),
            _ => false,
        };
        let most = record.config.num_iterations();
        let last = Self {
            name: entry.name,
            checkpoint: checkpoint.filter(|it| !is_over && it.iteration < most),
            record: record.stopped(),
            is_kept,
        };
        last.is_of_use().then_some(last)
    }

    /// Returns true if the run can go on, or its curve can still be kept.
    pub fn is_of_use(&self) -> bool {
        self.checkpoint.is_some() || !self.is_kept
    }

    /// Says what the run was.
    pub fn sentence(&self) -> String {
        let (name, iteration) = (&self.name, format::count(self.record.iterations as u64));
        let noun = self.record.score_kind().noun();
        let newest = self.record.score_points().last();
        let score = newest.map_or_else(String::new, |point| {
            format!(", {noun} {}", format::score(point.1))
        });
        format!(
            "Your last run, from before this page was loaded: {name}, iteration {iteration}{score}"
        )
    }
}
