//! Training with the reader's functions, beside a reference run with ours from the same seed.

use leptos::prelude::*;

use super::support::is_without_python;
use super::workbench::{Workbench, use_workbench};
use crate::course::{EXERCISES, Exercise};
use policy_lab::config::draft::Draft;
use policy_lab::config::fields::Field;
use policy_lab::config::presets::Preset;
use policy_lab::python::protocol::PythonRequest;

impl Workbench {
    /// Returns the exercises whose functions take part in training: the current one and those that the reader has
    /// added.
    fn players(self) -> Vec<&'static Exercise> {
        let at_hand = self.exercise.get().id;
        let plays = |exercise: &&Exercise| {
            exercise.id == at_hand || self.also.with(|also| also.contains(exercise.id))
        };
        let with_parts = EXERCISES.iter().filter(|it| !it.parts.is_empty());
        with_parts.filter(plays).collect()
    }

    /// Starts a run with the reader's functions, and a reference run with the same settings and ours. If the settings
    /// would never call the current exercise's function, it first puts settings that do into the form.
    pub fn train(self) {
        let exercise = self.exercise.get_untracked();
        self.fit_settings(exercise);
        let Ok(config) = self.lab.settings.config.get_untracked() else {
            return;
        };
        let players = untrack(|| self.players());
        let fits = |part: &policy_lab::python::part::Part| part.misfit(&config).is_none();
        let parts = players.iter().flat_map(|it| it.parts.iter().copied());
        let parts: Vec<_> = parts.filter(fits).collect();
        self.begin(exercise, true);
        self.lab.begin_reader_run(&config, &parts);
        self.send(PythonRequest::Train {
            cells: players.iter().map(|it| self.cell(it, false)).collect(),
            parts,
            config: Box::new(config),
        });
        self.watch();
    }

    /// Puts the settings that suit an exercise into the form.
    pub fn set_up(self, exercise: &Exercise) {
        let Some(preset) = Preset::find(exercise.preset) else {
            return;
        };
        let mut draft = Draft::new(preset);
        for (key, text) in exercise.settings {
            if let Some(field) = Field::find(key) {
                draft.set_text(field, text);
            }
        }
        self.lab.settings.draft.set(draft);
    }

    fn fit_settings(self, exercise: &Exercise) {
        let misfit = self.lab.settings.config.with_untracked(|config| {
            let config = config.as_ref().ok()?;
            exercise.parts.iter().find_map(|part| part.misfit(config))
        });
        let (Some(why), Some(preset)) = (misfit, Preset::find(exercise.preset)) else {
            return;
        };
        self.set_up(exercise);
        self.changed.set(Some(format!(
            "The settings were changed to “{}”: with those \
             before, {} would never be called ({why})",
            preset.label,
            exercise.parts[0].name(),
        )));
    }
}

/// Shows the training button, and the choice of other functions of the reader's to train with.
#[component]
pub fn TrainMine() -> impl IntoView {
    let bench = use_workbench();
    let can_play = move || !bench.exercise.get().parts.is_empty();
    let others = move || {
        let at_hand = bench.exercise.get().id;
        let passed = bench.passed.get();
        let plays = |it: &&Exercise| !it.parts.is_empty() && it.id != at_hand;
        let others = EXERCISES.iter().filter(plays);
        others
            .filter(|exercise| passed.contains(exercise.id))
            .map(|exercise| view! { <Other exercise /> })
            .collect_view()
    };
    let changed = move || bench.changed.get();
    view! {
        <Show when=can_play>
            <button
                data-testid="train-mine"
                disabled=move || {
                    bench.is_busy() || is_without_python() || bench.lab.settings.config.with(Result::is_err)
                }
                on:click=move |_| bench.train()
            >
                "Train with my code"
            </button>
            <p class="hint train-mine" aria-live="polite">
                {move || bench.exercise.get().parts.first().map(|part| view! { <code>{part.name()}</code> })}
                " takes the place of ours. " {changed}
            </p>
            <div class="also">{others}</div>
        </Show>
    }
}

#[component]
fn Other(
    /// An exercise whose checks have passed.
    exercise: &'static Exercise,
) -> impl IntoView {
    let bench = use_workbench();
    let toggle = move |event| {
        let is_on = event_target_checked(&event);
        bench.also.update(|also| {
            if is_on {
                also.insert(exercise.id);
            } else {
                also.remove(exercise.id);
            }
        });
    };
    view! {
        <label>
            <input
                type="checkbox"
                prop:checked=move || bench.also.with(|also| also.contains(exercise.id))
                on:change=toggle
            />
            " with my " <code>{exercise.parts[0].name()}</code>
        </label>
    }
}
