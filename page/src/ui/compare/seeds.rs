//! Trains the same settings from several seeds at once: a sweep that varies nothing, whose finished
//! runs make up an entry.

use leptos::prelude::*;

use super::state::{Compare, Seeds, use_compare};
use policy_lab::config::sweep::SweepDraft;
use policy_lab::history::sweep::SweepHistory;

/// The tooltip of the button.
const ABOUT: &str = "Trains the settings of the form from its seed and those that follow, on all \
                     cores of the CPU at once, and draws each of them with their median";
/// The numbers of seeds that the reader can choose from.
const COUNTS: [usize; 4] = [3, 4, 5, 10];

impl Compare {
    /// Trains the settings of the form from `count` seeds: their own seed and those that follow it.
    pub fn train_seeds(self, count: usize) {
        let base = self.lab.settings.draft.get_untracked();
        let alone = SweepDraft {
            seeds: count.to_string(),
            ..SweepDraft::default()
        };
        let plan = alone
            .plan(&base)
            .ok()
            .filter(|_| !self.pool.is_busy.get_untracked());
        let Some((plan, config)) = plan.and_then(|plan| Some((plan.clone(), plan.config(0)?)))
        else {
            return;
        };
        self.said.set(None);
        // The runs of before are in their entry, and are none of the next one.
        self.job.history.set(None);
        self.seeds.set(Some(Seeds {
            name: format!("{}, {count} seeds", self.name_for(&config)),
            ..Seeds::default()
        }));
        self.job.begin(SweepHistory::new(plan));
    }

    /// Adds the runs to the entry that have finished since, and says how it went once the job is
    /// over or stopped.
    pub(super) fn follow_seeds(self) {
        let Some(mut seeds) = self.seeds.get_untracked() else {
            return;
        };
        let finished = self.job.history.with_untracked(|history| {
            let results = history.iter().flat_map(SweepHistory::results);
            let new = results
                .filter(|(run, result)| result.failure.is_none() && !seeds.kept.contains(run));
            new.filter_map(|(run, result)| Some((run, result.record.clone()?)))
                .collect::<Vec<_>>()
        });
        for (run, record) in finished {
            self.shelf.update(|shelf| {
                seeds.entry = Some(match seeds.entry {
                    Some(id) => shelf.extend(id, &seeds.name, record),
                    None => shelf.add(&seeds.name, vec![record]),
                });
            });
            seeds.kept.push(run);
        }
        let kept = seeds.kept.len();
        let is_busy = self.job.is_busy.get_untracked();
        self.seeds.set(is_busy.then_some(seeds));
        if !is_busy {
            let said =
                (self.job.history).with_untracked(|history| Some(outcome(history.as_ref()?, kept)));
            self.said.set(said);
        }
    }
}

/// Says how the seeds of a job came out that is over or was stopped.
fn outcome(history: &SweepHistory, kept: usize) -> String {
    let all = history.plan().num_runs();
    let mut parts = Vec::new();
    for (run, result) in history.results() {
        if let (Some(failure), Some(config)) = (&result.failure, history.plan().config(run)) {
            parts.push(format!(
                "Seed {} broke off: {}",
                config.seed, failure.message
            ));
        }
    }
    if !history.is_over() {
        parts.push("The seeds were stopped".to_owned());
    }
    parts.push(match parts.is_empty() {
        true => "All seeds are trained".to_owned(),
        false => format!("{kept} of {all} seeds are kept"),
    });
    parts.join(". ")
}

/// Shows the choice of how many seeds, the button, and the progress.
#[component]
pub fn SeedButtons() -> impl IntoView {
    let compare = use_compare();
    let count = RwSignal::new(COUNTS[2]);
    let place = Memo::new(move |_| {
        let is_busy = compare.job.is_busy.get();
        compare.job.history.with(|history| {
            let history = history.as_ref().filter(|_| is_busy)?;
            Some((history.num_over(), history.plan().num_runs()))
        })
    });
    let can_train =
        move || compare.lab.settings.config.with(Result::is_ok) && !compare.pool.is_busy.get();
    let waits = move || compare.pool.is_busy.get() && !compare.job.is_busy.get();
    let choose = move |event| {
        if let Ok(chosen) = event_target_value(&event).parse() {
            count.set(chosen);
        }
    };
    let options = COUNTS.map(|number| {
        view! { <option value=number selected=number == COUNTS[2]>{number}</option> }
    });
    view! {
        <div class="compare-row" role="group" aria-label=ABOUT>
            <label class="compare-choice">
                <span>"Seeds"</span>
                <select data-testid="seed-count" on:change=choose>{options.into_iter().collect_view()}</select>
            </label>
            <button
                data-testid="train-seeds"
                title=ABOUT
                disabled=move || !can_train()
                on:click=move |_| compare.train_seeds(count.get_untracked())
            >
                {move || format!("Train {} seeds", count.get())}
            </button>
            {move || place.get().map(|(done, all)| view! {
                <span role="status" data-testid="seeds-progress">
                    {format!("{done} of {all} seeds are done")}
                </span>
                <button class="link" on:click=move |_| compare.job.stop()>"Stop the seeds"</button>
            })}
            <Show when=waits>
                <span class="hint">"A sweep is under way. The seeds can start once it is done"</span>
            </Show>
        </div>
    }
}
