//! The runs that the reader keeps, and which of them are drawn.

use serde::{Deserialize, Serialize};

use super::record::RunRecord;

/// Entries that can be drawn at the same time, one per colour.
pub const MOST_SHOWN: usize = 8;

/// One run, or several that differ only in their seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number on this shelf.
    #[serde(skip)]
    pub id: usize,
    /// The name that the reader gave it.
    pub name: String,
    /// The runs, in the order of their seeds; at least one.
    pub runs: Vec<RunRecord>,
    /// The index of its colour while it is drawn, below [`MOST_SHOWN`].
    #[serde(skip)]
    pub slot: Option<usize>,
}

/// The kept runs, in the order in which they were added.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shelf {
    entries: Vec<Entry>,
    next_id: usize,
}

impl Shelf {
    /// Returns all entries, the oldest first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the entries that are drawn, the oldest first, with the indices of their colours.
    pub fn shown(&self) -> impl Iterator<Item = (usize, &Entry)> {
        let slots = self.entries.iter();
        slots.filter_map(|entry| Some((entry.slot?, entry)))
    }

    /// Returns the entry with this number.
    pub fn get(&self, id: usize) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// Adds runs to the shelf, drawn if a colour is free, and returns the number of their entry. If
    /// the name is taken, a number is appended to it.
    pub fn add(&mut self, name: &str, runs: Vec<RunRecord>) -> usize {
        let id = self.next_id;
        self.next_id += 1;
        let name = self.free_name(name);
        let slot = self.free_slot();
        if !runs.is_empty() {
            self.entries.push(Entry {
                id,
                name,
                runs,
                slot,
            });
        }
        id
    }

    /// Adds a run to the entry `id`, in the order of the seeds, and returns the entry's number. If
    /// the reader has removed that entry, a new one called `name` is added.
    pub fn extend(&mut self, id: usize, name: &str, run: RunRecord) -> usize {
        match self.find(id) {
            Some(entry) => {
                // Seeds that are trained at once end in any order.
                let comes_before = |other: &RunRecord| other.config.seed <= run.config.seed;
                let place = entry.runs.partition_point(comes_before);
                entry.runs.insert(place, run);
                id
            }
            None => self.add(name, vec![run]),
        }
    }

    /// Replaces the run of an entry by a newer record of it. Returns false if the entry has been
    /// removed.
    pub fn replace(&mut self, id: usize, run: RunRecord) -> bool {
        let entry = self.find(id);
        let is_there = entry.is_some();
        if let Some(entry) = entry {
            entry.runs = vec![run];
        }
        is_there
    }

    /// Draws an entry, or stops drawing it if it is drawn. Returns false if no colour is free.
    pub fn toggle(&mut self, id: usize) -> bool {
        let free = self.free_slot();
        let Some(entry) = self.find(id) else {
            return true;
        };
        entry.slot = match entry.slot {
            Some(_) => None,
            None if free.is_none() => return false,
            None => free,
        };
        true
    }

    /// Renames an entry. A blank name changes nothing.
    pub fn rename(&mut self, id: usize, name: &str) {
        let name = name.trim();
        if !name.is_empty()
            && let Some(entry) = self.find(id)
        {
            entry.name = name.to_owned();
        }
    }

    /// Removes an entry.
    pub fn remove(&mut self, id: usize) {
        self.entries.retain(|entry| entry.id != id);
    }

    fn find(&mut self, id: usize) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.id == id)
    }

    fn free_slot(&self) -> Option<usize> {
        (0..MOST_SHOWN).find(|slot| self.shown().all(|(taken, _)| taken != *slot))
    }

    fn free_name(&self, name: &str) -> String {
        // 0 stands for the name itself.
        let number_of = |entry: &Entry| match entry.name.strip_prefix(name)? {
            "" => Some(0),
            rest => {
                let digits = rest.strip_prefix(" (")?.strip_suffix(')')?;
                digits.parse().ok().filter(|number| *number > 1)
            }
        };
        let taken: Vec<usize> = self.entries.iter().filter_map(number_of).collect();
        if !taken.contains(&0) {
            return name.to_owned();
        }
        let mut numbers = (2..).filter(|number| !taken.contains(number));
        format!("{name} ({})", numbers.next().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::{ppo, record};
    use super::*;
    use crate::config::TrainConfig;

    fn full() -> (Shelf, Vec<usize>) {
        let mut shelf = Shelf::default();
        let run = record(&ppo(), &[20.0]);
        let ids = (0..MOST_SHOWN).map(|_| shelf.add("run", vec![run.clone()]));
        let ids = ids.collect();
        (shelf, ids)
    }

    #[test]
    fn colours_are_given_once_and_again_when_they_are_free() {
        let (mut shelf, ids) = full();
        let slots: Vec<usize> = shelf.shown().map(|(slot, _)| slot).collect();
        assert_eq!(slots, (0..MOST_SHOWN).collect::<Vec<_>>());
        let ninth = shelf.add("ninth", vec![record(&ppo(), &[1.0])]);
        assert_eq!(shelf.get(ninth).expect("kept").slot, None);
        assert!(!shelf.toggle(ninth), "no colour is left");
        assert!(shelf.toggle(ids[3]));
        assert!(shelf.toggle(ninth));
        assert_eq!(shelf.get(ninth).expect("kept").slot, Some(3));
        shelf.remove(ids[0]);
        assert!(shelf.toggle(ids[3]));
        assert_eq!(shelf.get(ids[3]).expect("kept").slot, Some(0));
    }

    #[test]
    fn names_are_told_apart() {
        let (mut shelf, ids) = full();
        let names: Vec<&str> = shelf.entries().iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names[..3], ["run", "run (2)", "run (3)"]);
        shelf.rename(ids[0], "  mine ");
        shelf.rename(ids[1], " ");
        assert_eq!(shelf.entries()[0].name, "mine");
        assert_eq!(shelf.entries()[1].name, "run (2)");
    }

    #[test]
    fn a_group_grows_even_when_it_was_removed_meanwhile() {
        let mut shelf = Shelf::default();
        let run = record(&ppo(), &[20.0]);
        let id = shelf.add("seeds", vec![run.clone()]);
        assert_eq!(shelf.extend(id, "seeds", run.clone()), id);
        assert_eq!(shelf.get(id).expect("a group").runs.len(), 2);
        for seed in [9, 7] {
            let config = TrainConfig { seed, ..ppo() };
            shelf.extend(id, "seeds", record(&config, &[20.0]));
        }
        let runs = &shelf.get(id).expect("a group").runs;
        let seeds: Vec<u32> = runs.iter().map(|run| run.config.seed).collect();
        assert_eq!(seeds, [1, 1, 7, 9]);
        shelf.remove(id);
        assert!(!shelf.replace(id, run.clone()));
        let again = shelf.extend(id, "seeds", run);
        assert_ne!(again, id);
        assert_eq!(shelf.entries().len(), 1);
    }
}
