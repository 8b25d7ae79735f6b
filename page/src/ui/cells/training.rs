//! Training with the reader's functions, beside a reference run with ours from the same seed.

use leptos::prelude::*;

use super::workbench::{Workbench, use_workbench};
use crate::course::{EXERCISES, Exercise, Training};
use crate::view::set_up;
use crate::view::settings::label_of;
use policy_lab::python::part::Part;
use policy_lab::python::protocol::PythonRequest;

impl Workbench {
    /// Returns the exercises whose functions take part in training: the current one and those that
    /// the reader has added.
    fn players(self) -> Vec<&'static Exercise> {
        let at_hand = self.exercise.get().id;
        let plays = |exercise: &&Exercise| {
            exercise.id == at_hand || self.also.with(|also| also.contains(exercise.id))
        };
        let with_parts = EXERCISES.iter().filter(|it| !it.parts.is_empty());
        with_parts.filter(plays).collect()
    }

    /// Starts a run with the reader's functions, and a reference run with the same settings and
    /// ours. If the settings would never call the current exercise's function, it first puts
    /// settings that do into the form.
    pub fn train(self) {
        let exercise = self.exercise.get_untracked();
        self.fit_settings(exercise);
        let Ok(config) = self.lab.settings.config.get_untracked() else {
            return;
        };
        let players = untrack(|| self.players());
        let cells: Vec<_> = players.iter().map(|it| self.cell(it, false)).collect();
        let fits = |part: &Part, code: &str| part.never_called_because(&config, code).is_none();
        let parts = players.iter().zip(&cells).flat_map(|(player, cell)| {
            let parts = player.parts.iter().copied();
            parts.filter(|part| fits(part, &cell.answer.source))
        });
        let parts: Vec<_> = parts.collect();
        self.begin(exercise, true);
        self.lab.begin_reader_run(&config, &parts);
        self.send(PythonRequest::Train {
            cells,
            parts,
            config: Box::new(config),
        });
        self.watch();
    }

    /// Starts a loop of the reader's, and beside it our run with the settings with which the cell
    /// begins. They take the place of those in the form. Where no run of ours has such settings,
    /// the loop trains alone.
    pub fn train_loop(self, training: &'static Training) {
        let exercise = self.exercise.get_untracked();
        let reference = training.reference();
        // Without a reference the page still has to know what kind of environment it draws.
        let draft = reference.clone().or_else(|| exercise.draft());
        let Some(Ok(config)) = draft.map(|draft| draft.config()) else {
            return;
        };
        self.begin(exercise, true);
        let what = format!("{}: {}", exercise.title(), training.what);
        let is_compared = reference.is_some();
        (self.lab).begin_own_loop(what, is_compared.then_some(&config));
        if let Some(draft) = reference {
            self.lab.settings.put_for_run(draft);
        }
        self.send(PythonRequest::TrainLoop {
            cell: self.cell(exercise, false),
            expression: training.expression.to_owned(),
            iterations: exercise.iterations.unwrap_or_default().to_owned(),
            config: Box::new(config),
        });
        self.watch();
    }

    /// Says with which settings a training run would begin, before it does.
    pub fn plan(self) -> Option<String> {
        let exercise = self.exercise.get();
        if !exercise.trains.is_empty() {
            let loops = exercise.trains.iter();
            let loops: Vec<_> = loops.map(|it| (it.what, it.beside.is_some())).collect();
            return Some(set_up::will_loop(&loops));
        }
        let fitting = exercise.draft()?;
        let now = self.lab.settings.draft.get();
        Some(set_up::will_train(
            &now,
            &fitting,
            exercise.missed(&now, &self.text(exercise)),
        ))
    }

    fn fit_settings(self, exercise: &Exercise) {
        let settings = self.lab.settings;
        let code = self.text_untracked(exercise);
        let missed = (settings.draft).with_untracked(|draft| exercise.missed(draft, &code));
        let (Some((function, why)), Some(draft)) = (missed, exercise.draft()) else {
            return;
        };
        let name = label_of(&draft);
        settings.put_for_run(draft);
        self.changed.set(Some(format!(
            "The settings were changed to “{name}”: with those before, {function} would never be called ({why})",
        )));
    }
}

/// Shows the buttons that train.
#[component]
pub fn TrainMine() -> impl IntoView {
    let bench = use_workbench();
    let loops = move || {
        let trains = bench.exercise.get().trains.iter().enumerate();
        let trains = trains.map(|(place, training)| view! { <TrainLoop place training /> });
        trains.collect_view()
    };
    view! {
        <Show when=move || !bench.exercise.get().parts.is_empty()>
            <button
                data-testid="train-mine"
                title=move || bench.plan()
                disabled=move || {
                    bench.is_busy() || bench.lab.settings.config.with(Result::is_err)
                }
                on:click=move |_| bench.train()
            >
                "Train with my code"
            </button>
        </Show>
        {loops}
    }
}

/// Says how a training run would begin, and lets the reader choose other functions of theirs to
/// train with.
#[component]
pub fn TrainingChoices() -> impl IntoView {
    let bench = use_workbench();
    let others = move || {
        let at_hand = bench.exercise.get();
        let passed = bench.passed.get();
        let plays = |it: &&Exercise| !it.parts.is_empty() && it.id != at_hand.id;
        let others = EXERCISES.iter().filter(plays);
        let others = others.filter(|it| !at_hand.parts.is_empty() && passed.contains(it.id));
        let others = others.map(|exercise| view! { <Other exercise /> });
        others.collect_view()
    };
    view! {
        <Show when=move || bench.exercise.get().takes_part()>
            <p class="hint" data-testid="training-plan">{move || bench.plan()}</p>
            <div class="also">{others}</div>
        </Show>
    }
}

/// Shows the button that trains with a loop of the reader's.
#[component]
fn TrainLoop(
    /// The place among the loops of the exercise, from 0.
    place: usize,
    /// The loop.
    training: &'static Training,
) -> impl IntoView {
    let bench = use_workbench();
    let test_id = match place {
        0 => "train-mine".to_owned(),
        place => format!("train-mine-{}", place + 1),
    };
    view! {
        <button
            data-testid=test_id
            title=move || bench.plan()
            disabled=move || bench.is_busy()
            on:click=move |_| bench.train_loop(training)
        >
            {format!("Train with my code: {}", training.what)}
        </button>
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
            match is_on {
                true => also.insert(exercise.id),
                false => also.remove(exercise.id),
            };
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
