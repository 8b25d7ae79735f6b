//! What the check of the class found: whether it became a program, its spaces and first
//! observations, runs of simple policies, rewards, warnings.

use leptos::prelude::*;

use super::rewards::Rewards;
use super::state::use_world;
use crate::ui::as_table::table_view;
use crate::ui::cells::{CellState, Trouble, key, verdict};
use crate::ui::code_type::prose;
use crate::view::world::report::{WorldReport, WorldWarning, observation};

/// Shows everything that the newest check found. The class may have changed since, and then it says
/// so.
#[component]
pub fn Found() -> impl IntoView {
    let world = use_world();
    let state = Memo::new(move |_| world.state.get());
    let report = Memo::new(move |_| world.report.get().map(|(_, report)| report));
    let is_older = Memo::new(move |_| report.with(Option::is_some) && world.shown().is_none());
    let is_refused = move || report.with(|it| it.as_ref().is_some_and(|it| !it.became_program));
    let look = move || match state.get() {
        CellState::Passed if is_refused() => "failed",
        state => key(&state),
    };
    let said = move || match state.get() {
        CellState::Running => "Checking: the class plays some hundred steps…".to_owned(),
        CellState::Passed => {
            report.with(|it| it.as_ref().map(WorldReport::verdict).unwrap_or_default())
        }
        state => verdict(&state),
    };
    let has_printed = Memo::new(move |_| world.printed.with(|it| !it.text().trim().is_empty()));
    let is_fresh = Memo::new(move |_| state.with(|state| *state == CellState::Fresh));
    view! {
        <div class="cell-output world-result" data-testid="world-result" data-state=look>
            <p class="verdict" aria-live="polite">{said}</p>
            <Show when=move || is_fresh.get()>
                <p class="hint">
                    "Nothing is checked yet. “Check this world” runs the class here, in Python: a few hundred steps of simple \
                     policies, then 1,000 steps beside its program"
                </p>
            </Show>
            <Show when=move || is_older.get()>
                <p class="hint" data-testid="world-older">
                    "The class has changed since. Check it again to train in it as it is now"
                </p>
            </Show>
            {move || match state.get() {
                CellState::Failed(failure) => view! { <Trouble failure /> }.into_any(),
                _ => ().into_any(),
            }}
            {move || report.get().map(details)}
            <Show when=move || has_printed.get()>
                <pre class="printed" tabindex="0" aria-label="What the class printed">
                    {move || world.printed.with(|it| it.text().to_owned())}
                </pre>
            </Show>
        </div>
    }
}

/// Shows a report below its verdict.
fn details(report: WorldReport) -> impl IntoView {
    let first = report.first_observations.iter();
    let first = first.map(|numbers| view! { <li>{observation(numbers)}</li> });
    let first: Vec<_> = first.collect();
    let has_first = !first.is_empty();
    let spaces = report.spaces.as_ref().map(|spaces| {
        let (seen, taken) = (spaces.observation.clone(), spaces.action.clone());
        view! {
            <dt>"Observations"</dt><dd><code>{seen}</code></dd>
            <dt>"Actions"</dt><dd><code>{taken}</code></dd>
        }
    });
    let first = has_first.then(|| {
        view! { <dt>"First observations"</dt><dd><ul class="world-first">{first}</ul></dd> }
    });
    let has_facts = spaces.is_some() || has_first;
    let facts = has_facts.then(|| view! { <dl class="world-facts">{spaces}{first}</dl> });
    let table = report.table();
    let has_runs = !table.rows.is_empty();
    let runs = has_runs.then(|| {
        view! { <div class="world-runs" role="group" aria-label="Runs of simple policies" tabindex="0">{table_view(&table, Some("world-runs"))}</div> }
    });
    let rewards = report.rewards.clone();
    let rewards = rewards.filter(|it| it.counts.iter().any(|count| *count > 0));
    let rewards = rewards.map(|counts| view! { <Rewards counts runs=report.runs.clone() /> });
    let warnings: Vec<_> = report.warnings.iter().map(warning).collect();
    let warnings = (!warnings.is_empty())
        .then(|| view! { <ul class="world-warnings" data-testid="world-warnings">{warnings}</ul> });
    view! {
        <p class="world-why" class:problem=!report.became_program>{prose(&report.consequence())}</p>
        {difference(&report)}
        {warnings}
        {facts}
        {runs}
        {rewards}
    }
}

fn warning(warning: &WorldWarning) -> impl IntoView + use<> {
    let line = warning.line.map(|line| format!("Line {line}: "));
    view! { <li>{line}{prose(&warning.sentence)}</li> }
}

/// Shows the first step in which program and class differ.
fn difference(report: &WorldReport) -> Option<impl IntoView + use<>> {
    let found = report.differences();
    let rows = found.into_iter();
    let rows: Vec<_> = rows
        .map(|(name, value)| view! { <dt>{name}</dt><dd><code>{value}</code></dd> })
        .collect();
    (!rows.is_empty()).then(|| {
        view! {
            <details>
                <summary>"The first step that differs"</summary>
                <dl class="world-facts">{rows}</dl>
            </details>
        }
    })
}
