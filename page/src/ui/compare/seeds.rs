//! Trains the same settings from several seeds, one after the other.

use leptos::prelude::*;

use super::state::{Compare, Seeds, use_compare};
use policy_lab::history::compare::{EndedEarly, SeedPlan, SeedProgress};

/// The tooltip of the button.
const ABOUT: &str = "Trains the settings of the form from its seed and those that follow, and \
                     draws each of them with their median";
/// The numbers of seeds that the reader can choose from.
const COUNTS: [usize; 4] = [3, 4, 5, 10];

impl Compare {
    /// Trains the settings of the form from `count` seeds: their own seed and those that follow it.
    pub fn train_seeds(self, count: usize) {
        let Ok(config) = self.lab.settings.config.get_untracked() else {
            return;
        };
        let name = format!("{}, {count} seeds", self.name_for(&config));
        self.said.set(None);
        self.seeds.set(Some(Seeds {
            plan: SeedPlan::new(config, count),
            name,
            entry: None,
        }));
        self.begin_seed();
    }

    /// Stops the current seed's run and cancels the seeds after it.
    pub fn stop_seeds(self) {
        self.end_seeds(&EndedEarly::Stopped);
        self.lab.stop();
    }

    /// Checks the history of the current seed's run. Once it is over, keeps the run and starts the next seed.
    pub(super) fn follow_seeds(self) {
        let is_starting = self.lab.run.is_starting.get_untracked();
        let progress = self.seeds.try_update_untracked(|seeds| {
            let seeds = seeds.as_mut()?;
            (self.lab.run.history)
                .with_untracked(|history| Some(seeds.plan.look(history, is_starting)))
        });
        match progress.flatten() {
            None | Some(SeedProgress::UnderWay) => {}
            Some(SeedProgress::EndedEarly(why)) => self.end_seeds(&why),
            Some(SeedProgress::Done(record)) => {
                let goes_on = self.seeds.try_update(|seeds| {
                    let seeds = seeds.as_mut()?;
                    self.shelf.update(|shelf| {
                        seeds.entry = Some(match seeds.entry {
                            Some(id) => shelf.extend(id, &seeds.name, *record),
                            None => shelf.add(&seeds.name, vec![*record]),
                        });
                    });
                    Some(seeds.plan.advance())
                });
                match goes_on.flatten() {
                    Some(true) => self.begin_seed(),
                    _ => {
                        self.seeds.set(None);
                        self.said.set(Some("All seeds are trained".to_owned()));
                    }
                }
            }
        }
    }

    fn begin_seed(self) {
        let config = self.seeds.with_untracked(|seeds| {
            let seeds = seeds.as_ref();
            seeds.map(|seeds| seeds.plan.config())
        });
        if let Some(config) = config {
            self.lab.begin(config, None);
        }
    }

    fn end_seeds(self, why: &EndedEarly) {
        let Some(seeds) = self.seeds.get_untracked() else {
            return;
        };
        self.seeds.set(None);
        let (_, all) = seeds.plan.place();
        let why = match why {
            EndedEarly::Stopped => "The seeds were stopped".to_owned(),
            EndedEarly::Replaced => {
                "Another run took the place of the seeds, or theirs was cleared".to_owned()
            }
            EndedEarly::Failed(message) => format!("A run broke off: {message}"),
        };
        let done = seeds.plan.done();
        let said = format!("{why}. {done} of {all} seeds are kept");
        self.said.set(Some(said));
    }
}

/// Shows the choice of how many seeds, the button, and the progress.
#[component]
pub fn SeedButtons() -> impl IntoView {
    let compare = use_compare();
    let count = RwSignal::new(COUNTS[2]);
    let place = Memo::new(move |_| {
        compare
            .seeds
            .with(|seeds| seeds.as_ref().map(|seeds| seeds.plan.place()))
    });
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
                disabled=move || !compare.lab.can_start() || place.get().is_some()
                on:click=move |_| compare.train_seeds(count.get_untracked())
            >
                {move || format!("Train {} seeds", count.get())}
            </button>
            {move || place.get().map(|(seed, all)| view! {
                <span role="status" data-testid="seeds-progress">
                    {format!("Seed {seed} of {all}")}
                </span>
                <button class="link" on:click=move |_| compare.stop_seeds()>"Stop the seeds"</button>
            })}
        </div>
    }
}
