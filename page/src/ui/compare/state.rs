//! The shelf of kept runs, and what fills it.

use std::rc::Rc;

use leptos::prelude::*;

use super::super::lab::Lab;
use policy_lab::config::TrainConfig;
use policy_lab::history::compare::{
    Ended, MOST_SHOWN, RunRecord, SeedPlan, Shelf, draft_of, name_of,
};
use policy_lab::history::{History, Phase};
use policy_lab::protocol::metrics::Metric;

/// What the run at hand is called beside the kept ones.
pub const THIS_RUN: &str = "This run";
/// The button that puts the settings of something kept or loaded into the form.
pub const USE_SETTINGS: &str = "Use its settings";

/// Where the run at hand is kept already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AtHand {
    /// Nowhere.
    #[default]
    Nowhere,
    /// As this entry.
    Entry(usize),
    /// It is one of several seeds, which are kept when they are done.
    Seed,
}

/// Seeds that are being trained.
#[derive(Clone, Debug, PartialEq)]
pub struct Seeds {
    /// What comes next.
    pub plan: SeedPlan,
    /// What the group is called.
    pub name: String,
    /// Its entry, once a seed is done.
    pub entry: Option<usize>,
}

/// What is kept for comparison. A copyable handle: components get it from the context.
#[derive(Clone, Copy)]
pub struct Compare {
    /// The page's state.
    pub lab: Lab,
    /// The kept runs.
    pub shelf: RwSignal<Shelf>,
    /// How much earlier values weigh in smoothed curves; 0 is no smoothing.
    pub weight: RwSignal<f64>,
    /// Whether each run goes on the shelf when the next one begins.
    pub keeps_every: RwSignal<bool>,
    /// Seeds under way.
    pub seeds: RwSignal<Option<Seeds>>,
    /// What the last action came to.
    pub said: RwSignal<Option<String>>,
    /// Where the run at hand is kept.
    pub at_hand: RwSignal<AtHand>,
}

impl Compare {
    /// An empty shelf that watches the runs of `lab`.
    pub fn new(lab: Lab) -> Self {
        let compare = Self {
            lab,
            shelf: RwSignal::new(Shelf::default()),
            weight: RwSignal::new(0.0),
            keeps_every: RwSignal::new(false),
            seeds: RwSignal::new(None),
            said: RwSignal::new(None),
            at_hand: RwSignal::new(AtHand::Nowhere),
        };
        let farewell = move |history: &History| compare.leave(history);
        lab.run.on_replaced.set_value(Some(Rc::new(farewell)));
        Effect::new(move || {
            lab.run.history.track();
            lab.run.is_starting.track();
            compare.follow_seeds();
        });
        // A run that was kept while it was under way is kept as it ended.
        Effect::new(move || {
            if matches!(lab.run.phase.get(), Phase::Stopped(_) | Phase::Failed(_)) {
                lab.run
                    .history
                    .with_untracked(|history| compare.renew(history));
            }
        });
        compare
    }

    /// Whether there is a run that could be kept.
    pub fn can_keep(self) -> bool {
        self.lab
            .run
            .history
            .with(|history| history.run.last.is_some())
    }

    /// Puts the run at hand on the shelf, as it is now and later as it ends.
    pub fn keep(self) {
        let record = self.lab.run.history.with_untracked(RunRecord::of);
        let Some(record) = record else { return };
        let is_there = match self.at_hand.get_untracked() {
            AtHand::Entry(id) => self
                .shelf
                .try_update(|shelf| shelf.replace(id, record.clone()))
                .unwrap_or_default(),
            AtHand::Nowhere | AtHand::Seed => false,
        };
        if !is_there {
            let id = self.add(record);
            self.at_hand.set(AtHand::Entry(id));
        }
    }

    /// Puts settings into the form.
    pub fn use_settings(self, config: &TrainConfig) {
        self.lab.settings.draft.set(draft_of(config));
        let said = "The form now has these settings".to_owned();
        self.said.set(Some(said));
    }

    /// Says so if the browser did not take a file.
    pub fn tell_saved(self, is_saved: bool) {
        let refused = (!is_saved).then(|| "The browser did not take the file".to_owned());
        self.said.set(refused);
    }

    /// Draws an entry, or no longer.
    pub fn toggle(self, id: usize) {
        let has_colour = self.shelf.try_update(|shelf| shelf.toggle(id));
        self.said.set(match has_colour {
            Some(false) => Some(format!(
                "{MOST_SHOWN} runs can be drawn at once. Hide one first"
            )),
            _ => None,
        });
    }

    /// What a group of runs of these settings, or one run, is called.
    pub fn name_for(self, config: &TrainConfig) -> String {
        self.shelf.with_untracked(|shelf| {
            let first = shelf.entries().first().and_then(|entry| entry.runs.first());
            name_of(config, first.map(|run| &run.config))
        })
    }

    /// Whether a drawn run has this metric.
    pub fn has(self, metric: Metric) -> bool {
        self.shelf.with(|shelf| {
            let mut runs = shelf.shown().flat_map(|(_, entry)| &entry.runs);
            runs.any(|run| !run.points(metric).is_empty())
        })
    }

    fn add(self, record: RunRecord) -> usize {
        let name = self.name_for(&record.config);
        self.shelf
            .try_update(|shelf| shelf.add(&name, vec![record]))
            .unwrap_or_default()
    }

    /// The run at hand makes room for another.
    fn leave(self, history: &History) {
        self.renew(history);
        let is_nowhere = self.at_hand.get_untracked() == AtHand::Nowhere;
        if is_nowhere
            && self.keeps_every.get_untracked()
            && let Some(mut record) = RunRecord::of(history)
        {
            if record.ended == Ended::UnderWay {
                record.ended = Ended::Stopped;
            }
            self.add(record);
        }
        let is_seed = self.seeds.with_untracked(Option::is_some);
        self.at_hand.set(match is_seed {
            true => AtHand::Seed,
            false => AtHand::Nowhere,
        });
    }

    /// Keeps what has become of a run since it was kept.
    fn renew(self, history: &History) {
        if let AtHand::Entry(id) = self.at_hand.get_untracked()
            && let Some(record) = RunRecord::of(history)
        {
            self.shelf.update(|shelf| {
                shelf.replace(id, record);
            });
        }
    }
}

/// What is kept for comparison, from within any component.
pub fn use_compare() -> Compare {
    expect_context::<Compare>()
}
