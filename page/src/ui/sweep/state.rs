//! The state of the view: the question, the sweep that answers it, and what is picked out of it.

use leptos::prelude::*;

use super::super::lab::Lab;
use super::job::SweepJob;
use super::pool::RunPool;
use crate::ui::browser::files;
use crate::ui::compare::{Compare, NETWORKS_FILE, refusal};
use crate::view::format::plural;
use crate::view::sweep::{SweepCell, SweepMeasure, cells};
use policy_lab::config::draft::Draft;
use policy_lab::config::sweep::{SweepDraft, SweepPlan};
use policy_lab::config::validate::Problem;
use policy_lab::history::compare::draft_of;
use policy_lab::history::sweep::{self, SweepHistory};
use policy_lab::policy::weights;

/// The state of the view. A copyable handle that components get from the context.
#[derive(Clone, Copy)]
pub struct Sweep {
    /// The page's state.
    pub lab: Lab,
    /// The question, as typed.
    pub draft: RwSignal<SweepDraft>,
    /// The runs that the question asks for, or the problems that prevent it.
    pub plan: Memo<Result<SweepPlan, Vec<Problem>>>,
    /// The sweep that was trained last, or is.
    pub job: SweepJob,
    /// How many runs the question leaves to train, and how many results it would drop; `None` while
    /// a sweep is under way or the question cannot be trained.
    pub left: Memo<Option<(usize, usize)>>,
    /// The quantity that the reader wants the colours to show.
    pub wanted: RwSignal<Option<SweepMeasure>>,
    /// The setting whose seeds are shown.
    pub chosen: RwSignal<Option<usize>>,
    /// A sentence about the result of the newest action.
    pub said: RwSignal<Option<String>>,
    /// False once this browser has refused to store the sweep.
    pub is_kept: RwSignal<bool>,
    /// The workers.
    pub pool: RunPool,
    /// The sweep of which nothing is trained, for a picture before the first one.
    preview: Memo<Option<SweepHistory>>,
}

impl Sweep {
    /// Creates the state, with the question of the address.
    pub fn new(lab: Lab, pool: RunPool) -> Self {
        let draft = lab.address.sweep;
        let job = SweepJob::new(pool);
        let plan = Memo::new(move |_| {
            let base: Draft = lab.settings.draft.get();
            draft.with(|draft| draft.plan(&base))
        });
        let left = Memo::new(move |_| {
            if job.is_busy.get() {
                return None;
            }
            plan.with(|plan| {
                let plan = plan.as_ref().ok()?;
                Some(job.history.with(|history| match history {
                    Some(history) => history.left_and_dropped(plan),
                    None => (plan.num_runs(), 0),
                }))
            })
        });
        Self {
            lab,
            draft,
            plan,
            job,
            left,
            wanted: RwSignal::new(None),
            chosen: RwSignal::new(None),
            said: RwSignal::new(None),
            is_kept: RwSignal::new(true),
            pool,
            preview: Memo::new(move |_| {
                let plan = plan.with(|plan| plan.as_ref().ok().cloned());
                plan.map(SweepHistory::new)
            }),
        }
    }

    /// Calls a function with the sweep on show: the one that was trained, or the one that the
    /// question asks for. Returns `None` if there is neither.
    pub fn with_shown<T>(self, read: impl Fn(&SweepHistory) -> T) -> Option<T> {
        let trained = self.job.history.with(|history| history.as_ref().map(&read));
        trained.or_else(|| self.preview.with(|history| history.as_ref().map(&read)))
    }

    /// Returns the quantity that the colours show.
    pub fn measure(self) -> SweepMeasure {
        let fitting = || self.with_shown(SweepMeasure::fitting).unwrap_or_default();
        self.wanted.get().unwrap_or_else(fitting)
    }

    /// Returns the cells of all settings, with the levels of the quantity that the colours show.
    pub fn cells(self) -> Memo<Vec<SweepCell>> {
        Memo::new(move |_| {
            let measure = self.measure();
            let cells = self.with_shown(|history| cells(history, measure));
            cells.unwrap_or_default()
        })
    }

    /// Returns true if the picture shows another question than the one that is typed.
    pub fn is_outdated(self) -> bool {
        let asked = self.plan.get();
        (self.job.history).with(|history| match (history, asked) {
            (Some(history), Ok(plan)) => history.plan().combinations() != plan.combinations(),
            (Some(_), Err(_)) => true,
            (None, _) => false,
        })
    }

    /// Returns true if a sweep can begin now.
    pub fn can_train(self) -> bool {
        !self.pool.is_busy.get() && self.left.get().is_some_and(|(left, _)| left > 0)
    }

    /// Trains what the question asks for, apart from the runs that are known already.
    pub fn train(self) {
        let plan = self.plan.get_untracked();
        let (Ok(plan), false) = (plan, self.pool.is_busy.get_untracked()) else {
            return;
        };
        self.said.set(None);
        let before = (self.job.history).try_update_untracked(Option::take);
        let history = match before.flatten() {
            Some(before) => {
                if before.plan().combinations() != plan.combinations() {
                    self.chosen.set(None);
                }
                SweepHistory::after(plan, before)
            }
            None => SweepHistory::new(plan),
        };
        self.job.begin(history);
    }

    /// Puts the settings of a combination into the form.
    pub fn use_settings(self, combination: usize) {
        let of = |history: &SweepHistory| {
            let all = history.plan().combinations();
            all.get(combination).map(|it| it.config.clone())
        };
        if let Some(config) = untrack(|| self.with_shown(of)).flatten() {
            self.lab.settings.put(draft_of(&config));
            self.say("The form of the lab now has these settings");
        }
    }

    /// Saves the best networks of a combination as a file, which Compare loads.
    pub fn save_networks(self, combination: usize) {
        let of = |history: &SweepHistory| {
            let (config, networks) = history.best_networks(combination)?;
            let parameters = weights::acting(&config, networks);
            weights::write(&config, networks.iteration, &parameters)
        };
        let file = untrack(|| self.with_shown(of)).flatten();
        self.tell_saved(file.is_some_and(|bytes| files::save(NETWORKS_FILE, &bytes)));
    }

    fn say(self, said: impl Into<String>) {
        self.said.set(Some(said.into()));
    }

    /// Says it if the browser did not take a file.
    pub fn tell_saved(self, is_saved: bool) {
        let refused = (!is_saved).then(|| "The browser did not take the file".to_owned());
        self.said.set(refused);
    }

    /// Adds the finished seeds of a combination to the kept runs, as one entry.
    pub fn keep(self, combination: usize, compare: Compare) {
        let of = |history: &SweepHistory| {
            let runs = history.runs_of(combination);
            let runs = runs.filter_map(|(_, run)| run.result());
            let finished = runs.filter(|result| result.failure.is_none());
            let records: Vec<_> = finished.filter_map(|it| it.record.clone()).collect();
            (history.plan().name_of(combination, ", "), records)
        };
        let found = untrack(|| self.with_shown(of));
        let Some((name, records)) = found.filter(|(_, records)| !records.is_empty()) else {
            return;
        };
        let seeds = plural(records.len(), "seed");
        let name = match name.is_empty() {
            true => format!("{}, {seeds}", compare.name_for(&records[0].config)),
            false => format!("{name}, {seeds}"),
        };
        compare.shelf.update(|shelf| {
            shelf.add(&name, records);
        });
        self.say(format!("Kept among the runs to compare: {name}"));
    }

    /// Shows the sweep of a file, and puts its question and settings where they can be changed.
    pub fn load(self, text: &str) {
        if self.job.is_busy.get_untracked() {
            return self.say("A sweep is under way. Stop it and load the file again");
        }
        match sweep::read(text) {
            Ok(loaded) => {
                let plan = loaded.history.plan();
                let (over, runs) = (loaded.history.num_over(), plural(plan.num_runs(), "run"));
                let mut said = vec![format!("Loaded from the file: {over} of {runs}")];
                said.extend(loaded.notices);
                let settings = draft_of(&plan.combinations()[0].config);
                self.lab.settings.put(settings);
                self.draft.set(plan.draft().clone());
                self.chosen.set(None);
                self.job.history.set(Some(loaded.history));
                self.say(said.join(". "));
            }
            Err(error) => self.say(refusal(error, "a sweep")),
        }
    }
}

/// Returns the state of the sweep, from within any component.
pub fn use_sweep() -> Sweep {
    expect_context::<Sweep>()
}
