//! The bar at the foot of the views that do not train, while there is a run: it goes on while one
//! reads or writes.

use leptos::prelude::*;

use super::health::{trouble, use_verdict};
use super::lab::{Lab, use_lab};
use super::run_button::{EndButtons, RunButton, RunReason};
use super::run_status::{SpokenLength, figures_of, is_quiet};
use crate::view::score::score_test_id;
use crate::view::settings::label_of;
use crate::view::{run_story, sparkline};
use policy_lab::history::Phase;
use policy_lab::history::compare::draft_of;

/// Shows the bar: one button, the newest numbers, a small curve and how far the run is.
#[component]
pub fn RunBar() -> impl IntoView {
    let lab = use_lab();
    let verdict = use_verdict();
    let config = (lab.run).at_beats(|it| Some(it.run.info.as_ref()?.config.clone()));
    let label = Memo::new(move |_| {
        let own_loop = lab.reader_run.own_loop.get();
        let own_loop = own_loop.filter(|_| lab.reader_run.is_shown.get());
        match (own_loop, config.get()) {
            // Its settings are in the cell.
            (Some(what), _) => what,
            (None, Some(config)) => label_of(&draft_of(&config)),
            (None, None) => lab.settings.draft.with(label_of),
        }
    });
    let figures = lab.run.at_beats(figures_of);
    let curve = (lab.run).at_beats(|it| sparkline::path(it.run.score_points()));
    let done = move || lab.run.history.with(run_story::done);
    let bad = Memo::new(move |_| match lab.run.failure.with(Option::is_some) {
        true => Some("failed"),
        false => verdict.with(trouble),
    });
    let numbers = move || {
        match figures.get() {
        Some(figures) => view! {
            <span class="run-bar-iteration" class:solved=figures.is_solved>
                <span class:visually-hidden=!figures.is_solved>{figures.opening}</span>
                <span class:visually-hidden=figures.is_solved>
                    <span class="visually-hidden">"Iteration "</span>
                    <b data-testid="iteration">{figures.iteration}</b>
                    {figures.of.map(|of| format!("/{of}"))}
                </span>
            </span>
            <span>
                {figures
                    .score
                    .map_or_else(
                        || "no episode has ended yet".into_any(),
                        |score| view! { {figures.kind.noun()} " " <b data-testid=score_test_id(figures.kind)>{score}</b> }.into_any(),
                    )}
                {figures.length.map(|length| view! { <SpokenLength length /> })}
            </span>
            <span class="visually-hidden">
                <b data-testid="steps-per-sec">{figures.rate}</b> " steps/s"
            </span>
        }
        .into_any(),
        None => waiting(lab).map(|text| view! { <span>{text}</span> }).into_any(),
    }
    };
    // Why a run of the reader's code failed stands where it was started.
    let failure = move || {
        let failure = lab.run.failure.get();
        let failure = failure.filter(|_| !lab.reader_run.is_shown.get());
        failure.map(|failure| view! { <p class="run-reason problem" data-testid="run-bar-failure">{failure.message}</p> })
    };
    let (width, height) = sparkline::EXTENT;
    view! {
        <section class="run-bar" aria-label="The run">
            <RunButton is_quiet=true />
            <EndButtons />
            <p class="run-bar-status" role="status" aria-live="polite" aria-atomic="true" aria-busy=move || is_quiet(lab)>
                <span class="run-bar-label">{label}</span>
                <Show when=move || lab.reader_run.is_shown.get()>
                    <span class="run-bar-own">"your code"</span>
                </Show>
                {numbers}
                {move || bad.get().map(|word| view! { <span class="run-bar-bad">{word}</span> })}
            </p>
            <svg class="run-bar-curve" viewBox=format!("0 0 {width} {height}") preserveAspectRatio="none" aria-hidden="true">
                <path d=curve vector-effect="non-scaling-stroke" />
            </svg>
            <progress class="run-bar-progress" aria-label="Progress of the run" max="1" prop:value=done></progress>
            <RunReason />
            {failure}
            <a class="run-bar-lab" href="?view=lab">"Open in lab"</a>
        </section>
    }
}

/// Says what a run that has no numbers yet is doing; nothing if there is none.
fn waiting(lab: Lab) -> Option<&'static str> {
    let phase = lab.run.phase.get();
    if lab.run.history.with(|history| history.device.is_timing) {
        Some("timing the devices…")
    } else if phase == Phase::Paused {
        Some("held within the first iteration")
    } else if lab.run.is_starting.get() || phase == Phase::Running {
        Some("first iteration…")
    } else {
        None
    }
}
