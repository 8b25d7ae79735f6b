//! The drawer below the code: what the checks say, and the run with that code. It opens when there
//! is something in it.

use leptos::prelude::*;

use super::mine::MyRun;
use crate::ui::cells::{CellState, Output, TrainingOutput, use_workbench};
use crate::ui::course::{HintButton, NextStep};
use crate::ui::lab::use_lab;

/// What the drawer shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DrawerPart {
    Checks,
    Run,
}

impl DrawerPart {
    const ALL: [(Self, &'static str); 2] = [(Self::Checks, "Checks"), (Self::Run, "Your run")];
}

/// Shows the drawer.
#[component]
pub fn Drawer(
    /// The key of the pane that a narrow window shows.
    chosen: RwSignal<&'static str>,
) -> impl IntoView {
    let (lab, bench) = (use_lab(), use_workbench());
    let id = Memo::new(move |_| bench.exercise.get().id);
    let has_checks = Memo::new(move |_| {
        let is_told = bench.shown() != CellState::Fresh;
        is_told || bench.checked.has_shown(id.get())
    });
    // A run of another exercise's code has no place here.
    let has_run = Memo::new(move |_| {
        bench.exercise.get().takes_part()
            && bench.training.is_of(id.get())
            && (lab.reader_run.is_shown.get()
                || bench.training.state.get() != CellState::Fresh
                || bench.training.has_shown(id.get()))
    });
    let wanted = RwSignal::new(DrawerPart::Checks);
    for (run, part) in [
        (bench.checked, DrawerPart::Checks),
        (bench.training, DrawerPart::Run),
    ] {
        Effect::new(move |was_busy: Option<bool>| {
            let is_busy = run.state.with(CellState::is_busy);
            if is_busy && was_busy == Some(false) {
                wanted.set(part);
                // Where only one pane fits, the one in which something happens.
                chosen.set("result");
            }
            is_busy
        });
    }
    let part = Memo::new(move |_| match (has_checks.get(), has_run.get()) {
        (true, true) => wanted.get(),
        (_, has_run) if has_run => DrawerPart::Run,
        _ => DrawerPart::Checks,
    });
    let is_open = Memo::new(move |_| has_checks.get() || has_run.get());
    let has_both = Memo::new(move |_| has_checks.get() && has_run.get());
    let tab = move |(it, name): (DrawerPart, &'static str)| {
        view! {
            <button class="quiet" aria-pressed=move || (part.get() == it).to_string() on:click=move |_| wanted.set(it)>
                {name}
            </button>
        }
    };
    view! {
        <div class="drawer" class:open=is_open role="region" aria-label="Result" tabindex="-1">
            <Show when=move || has_both.get()>
                <div class="drawer-tabs" role="group" aria-label="What of the result is shown">
                    {DrawerPart::ALL.map(tab)}
                </div>
            </Show>
            <Show when=move || !is_open.get()>
                <p class="hint">"Nothing has run yet. What your code does is shown here"</p>
            </Show>
            <div class="drawer-part" hidden=move || part.get() != DrawerPart::Checks>
                <Output>{move || view! { <AfterChecks id=id.get() chosen /> }}</Output>
            </div>
            <div class="drawer-part" hidden=move || part.get() != DrawerPart::Run role="region" aria-label="Your run">
                <TrainingOutput />
                <Show when=move || has_run.get() && lab.reader_run.is_shown.get()>
                    <MyRun />
                </Show>
            </div>
        </div>
    }
}

/// Shows the way on from a pass, or to a hint from a failure.
#[component]
fn AfterChecks(
    /// The id of the exercise.
    id: &'static str,
    /// The key of the pane that a narrow window shows.
    chosen: RwSignal<&'static str>,
) -> impl IntoView {
    let bench = use_workbench();
    let state = Memo::new(move |_| bench.shown());
    move || match state.get() {
        CellState::Passed => view! { <NextStep exercise=id is_primary=true /> }.into_any(),
        CellState::Failed(_) => {
            view! { <HintButton id before=move || chosen.set("task") /> }.into_any()
        }
        _ => ().into_any(),
    }
}
