//! The state of the comparison: the shelf of kept runs, and the functions that fill it.

use std::rc::Rc;

use leptos::prelude::*;

use super::super::lab::Lab;
use super::super::sweep::{RunPool, SweepJob};
use crate::view::run_order::RunOrder;
use policy_lab::config::TrainConfig;
use policy_lab::history::compare::{MOST_SHOWN, RunRecord, Shelf, draft_of, name_of};
use policy_lab::history::{History, Phase};
use policy_lab::protocol::metrics::Metric;

/// The name of the current run beside the kept ones.
pub const THIS_RUN: &str = "This run";
/// The name of the run before it.
pub const LAST_RUN: &str = "Last run";
/// The label of the button that puts the settings of a kept run or a loaded file into the form.
pub const USE_SETTINGS: &str = "Use its settings";

/// Most runs that are listed without being kept.
const MOST_LAST_RUNS: usize = 5;

/// Several seeds that are being trained.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seeds {
    /// The name of the entry to be.
    pub name: String,
    /// The id of the entry, once the first seed is done.
    pub entry: Option<usize>,
    /// The numbers of the runs that are in it.
    pub kept: Vec<usize>,
}

/// The state of the comparison. A copyable handle that components get from the context.
#[derive(Clone, Copy)]
pub struct Compare {
    /// The page's state.
    pub lab: Lab,
    /// The kept runs.
    pub shelf: RwSignal<Shelf>,
    /// What they are sorted by in their list, and true if from the end.
    pub order: RwSignal<(RunOrder, bool)>,
    /// The run before the current one, if it is not among the kept ones. It is drawn until the
    /// reader hides it or the next run takes its place, and is in no file.
    pub last_run: RwSignal<Option<RunRecord>>,
    /// The runs of this visit before the current one that are not kept, newest first; the oldest
    /// of more than a few are forgotten.
    pub last_runs: RwSignal<Vec<RunRecord>>,
    /// The weight of earlier values in smoothed curves; 0 means no smoothing.
    pub weight: RwSignal<f64>,
    /// True if each run is kept when the next one starts.
    pub keeps_every: RwSignal<bool>,
    /// The seeds that are being trained, if there are any.
    pub seeds: RwSignal<Option<Seeds>>,
    /// Their runs: a sweep that varies nothing.
    pub job: SweepJob,
    /// The workers that train them.
    pub pool: RunPool,
    /// A sentence about the result of the newest action.
    pub said: RwSignal<Option<String>>,
    /// The entry as which the current run is kept, if it is.
    pub current_id: RwSignal<Option<usize>>,
}

impl Compare {
    /// Creates an empty shelf that watches the runs of `lab`.
    pub fn new(lab: Lab, pool: RunPool) -> Self {
        let compare = Self {
            lab,
            shelf: RwSignal::new(Shelf::default()),
            order: RwSignal::new((RunOrder::Kept, false)),
            last_run: RwSignal::new(None),
            last_runs: RwSignal::new(Vec::new()),
            weight: RwSignal::new(0.0),
            keeps_every: RwSignal::new(false),
            seeds: RwSignal::new(None),
            job: SweepJob::new(pool),
            pool,
            said: RwSignal::new(None),
            current_id: RwSignal::new(None),
        };
        let farewell = move |history: &History, goes_on_from| match goes_on_from {
            0 => compare.leave(history),
            iteration => compare.branch_off(history, iteration),
        };
        lab.run.on_replaced.set_value(Some(Rc::new(farewell)));
        Effect::new(move || {
            compare.job.history.track();
            compare.job.is_busy.track();
            compare.follow_seeds();
        });
        // A run that was kept while it was under way is updated when it ends.
        Effect::new(move || {
            if matches!(lab.run.phase.get(), Phase::Stopped(_) | Phase::Failed(_)) {
                (lab.run.history).with_untracked(|history| compare.renew(history));
            }
        });
        compare
    }

    /// Returns true if the current run has an iteration to keep.
    pub fn can_keep(self) -> bool {
        (self.lab.run.history).with(|history| history.run.last.is_some())
    }

    /// Keeps the current run. If it is still under way, its entry is updated when it ends.
    pub fn keep(self) {
        let record = self.lab.run.history.with_untracked(RunRecord::of);
        let Some(record) = record else { return };
        let current = self.current_id.get_untracked();
        let is_there = current.is_some_and(|id| self.replace(id, record.clone()));
        if !is_there {
            let id = self.add(record);
            self.current_id.set(Some(id));
        }
    }

    /// Returns true if the current run is among the kept ones; its entry may have been removed.
    pub fn is_kept(self) -> bool {
        let current = self.current_id.get();
        current.is_some_and(|id| self.shelf.with(|shelf| shelf.get(id).is_some()))
    }

    /// Returns true if the current run is drawn as one of the kept ones.
    pub fn is_drawn(self) -> bool {
        let current = self.current_id.get();
        current.is_some_and(|id| {
            (self.shelf).with(|shelf| shelf.shown().any(|(_, entry)| entry.id == id))
        })
    }

    /// Returns true if the last run is drawn: there is one, and no code of the reader's is on show
    /// beside ours.
    pub fn is_ghost_drawn(self) -> bool {
        self.last_run.with(Option::is_some) && !self.lab.reader_run.is_shown.get()
    }

    /// Puts settings into the form.
    pub fn use_settings(self, config: &TrainConfig) {
        self.lab.settings.put(draft_of(config));
        let said = "The form now has these settings".to_owned();
        self.said.set(Some(said));
    }

    /// Tells the reader if the browser refused to save a file; otherwise clears the message.
    pub fn tell_saved(self, is_saved: bool) {
        let refused = (!is_saved).then(|| "The browser did not take the file".to_owned());
        self.said.set(refused);
    }

    /// Draws an entry, or stops drawing it if it is drawn.
    pub fn toggle(self, id: usize) {
        let has_colour = self.shelf.try_update(|shelf| shelf.toggle(id));
        self.said.set(match has_colour {
            Some(false) => Some(format!(
                "{MOST_SHOWN} runs can be drawn at once. Hide one first"
            )),
            _ => None,
        });
    }

    /// Returns a name for runs with these settings: what differs from the first kept run.
    pub fn name_for(self, config: &TrainConfig) -> String {
        self.shelf.with_untracked(|shelf| {
            let first = shelf.entries().first().and_then(|entry| entry.runs.first());
            name_of(config, first.map(|run| &run.config))
        })
    }

    /// Returns true if a drawn kept run has this metric.
    pub fn has(self, metric: Metric) -> bool {
        self.shelf.with(|shelf| {
            let mut runs = shelf.shown().flat_map(|(_, entry)| &entry.runs);
            runs.any(|run| !run.points(metric).is_empty())
        })
    }

    /// Puts a record in the place of an entry's runs. Returns false if there is no such entry.
    fn replace(self, id: usize, record: RunRecord) -> bool {
        let replaced = self.shelf.try_update(|shelf| shelf.replace(id, record));
        replaced.unwrap_or_default()
    }

    fn add(self, record: RunRecord) -> usize {
        let name = self.name_for(&record.config);
        self.shelf
            .try_update(|shelf| shelf.add(&name, vec![record]))
            .unwrap_or_default()
    }

    /// Updates the entry of a run that is about to be replaced. A run without one is added if every
    /// run is to be kept, and otherwise stays on the charts until the next one takes its place.
    fn leave(self, history: &History) {
        self.renew(history);
        let current = self.current_id.get_untracked();
        let is_kept =
            current.is_some_and(|id| self.shelf.with_untracked(|shelf| shelf.get(id).is_some()));
        let record = RunRecord::of(history).filter(|_| !is_kept);
        let mut record = record.map(RunRecord::stopped);
        if current.is_none()
            && self.keeps_every.get_untracked()
            && let Some(record) = record.take()
        {
            self.add(record);
        }
        if let Some(record) = record.clone() {
            self.last_runs.update(|runs| {
                runs.insert(0, record);
                runs.truncate(MOST_LAST_RUNS);
            });
        }
        self.last_run.set(record);
        self.current_id.set(None);
    }

    /// Keeps one of the last runs, by its place among them.
    pub fn keep_last(self, place: usize) {
        let mut record = None;
        (self.last_runs).update(|runs| record = (place < runs.len()).then(|| runs.remove(place)));
        let Some(record) = record else { return };
        // It is drawn as a kept one from now on.
        if (self.last_run).with_untracked(|last| last.as_ref() == Some(&record)) {
            self.last_run.set(None);
        }
        self.add(record);
    }

    /// Keeps what a run did after the iteration to which it goes back, so that both ways can be
    /// seen beside each other.
    fn branch_off(self, history: &History, iteration: usize) {
        let last = history.run.last.as_ref().map_or(0, |last| last.iteration);
        let (true, Some(record)) = (last > iteration, RunRecord::of(history)) else {
            return;
        };
        let record = record.stopped();
        if let Some(id) = self.current_id.get_untracked() {
            self.replace(id, record);
        } else {
            let name = format!("Before going back to iteration {iteration}");
            self.shelf.update(|shelf| {
                shelf.add(&name, vec![record]);
            });
        }
        self.current_id.set(None);
    }

    /// Updates the entry of the current run, if it has one.
    fn renew(self, history: &History) {
        if let Some(id) = self.current_id.get_untracked()
            && let Some(record) = RunRecord::of(history)
        {
            self.replace(id, record);
        }
    }
}

/// Returns the state of the comparison, from within any component.
pub fn use_compare() -> Compare {
    expect_context::<Compare>()
}
