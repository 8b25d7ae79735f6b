//! The result of a cell: a verdict, the printed text, and the details of a failure.

use leptos::prelude::*;

use super::cell_run::CellState;
use super::shown::ScreenView;
use super::workbench::use_workbench;
use crate::ui::code_type::{prose, typed};
use crate::view::values::{self, ValuePiece};
use crate::view::{arrival, code_type};
use policy_lab::python::protocol::{CellFailure, CellFinding};

/// Shows everything below the cell.
#[component]
pub fn Output(
    /// Stands beside the verdict.
    children: ChildrenFn,
) -> impl IntoView {
    let bench = use_workbench();
    let state = Memo::new(move |_| bench.shown());
    let printed = Memo::new(move |_| bench.checked.printed_of(bench.exercise.get().id));
    let is_unwritten = Memo::new(move |_| bench.is_unwritten());
    let said = move || match is_unwritten.get() {
        true => "Not written yet".to_owned(),
        false => verdict(&state.get()),
    };
    view! {
        <div class="cell-output" class:unwritten=is_unwritten data-testid="cell-output" data-state=move || key(&state.get())>
            <div class="verdict-line">
                <p class="verdict" aria-live="polite">{said}</p>
                {children()}
            </div>
            <Aftermath state printed />
            <Show when=move || bench.checked.is_of(bench.exercise.get().id)>
                <ScreenView shown=bench.checked.shown />
            </Show>
        </div>
    }
}

/// Shows what training with the cell has met: how Python loads, what the cell printed, or why it
/// failed or the run broke off.
#[component]
pub fn TrainingOutput() -> impl IntoView {
    let bench = use_workbench();
    let id = move || bench.exercise.get().id;
    let state = Memo::new(move |_| bench.training.state_of(id()));
    let printed = Memo::new(move |_| bench.training.printed_of(id()));
    // A run that could not begin has told why as a cell does.
    let broke_off = Memo::new(move |_| {
        let is_told = matches!(state.get(), CellState::Failed(_));
        let is_own = bench.lab.reader_run.is_shown.get() && bench.training.is_of(id());
        let failure = bench.lab.run.failure.get();
        failure
            .filter(|_| is_own && !is_told)
            .map(|failure| failure.message)
    });
    view! {
        <p class="hint" aria-live="polite">{move || bench.changed.get()}</p>
        <div class="cell-output" data-testid="training-output" data-state=move || key(&state.get())>
            <p class="verdict" aria-live="polite">{move || verdict(&state.get())}</p>
            <Aftermath state printed />
            {move || {
                let why = broke_off.get();
                why.map(|why| view! { <p class="problem" role="alert" data-testid="own-run-failure">{prose(&why)}</p> })
            }}
            <Show when=move || bench.training.is_of(id())>
                <ScreenView shown=bench.training.shown />
            </Show>
        </div>
    }
}

/// Shows what a run printed, and the details of its failure.
#[component]
fn Aftermath(
    /// The state of the run.
    state: Memo<CellState>,
    /// The printed text.
    printed: Memo<String>,
) -> impl IntoView {
    view! {
        <Show when=move || printed.with(|printed| !printed.is_empty())>
            <pre class="printed" tabindex="0" aria-label="What the cell printed">
                {move || printed.with(|printed| typed(code_type::printed(printed)))}
            </pre>
        </Show>
        {move || match state.get() {
            CellState::Failed(failure) => view! { <Trouble failure /> }.into_any(),
            _ => ().into_any(),
        }}
    }
}

/// Returns the name of a state for tests and style sheets.
pub fn key(state: &CellState) -> &'static str {
    match state {
        CellState::Fresh => "idle",
        CellState::Arriving(_) => "loading",
        CellState::Running => "running",
        CellState::Passed => "passed",
        CellState::Failed(_) => "failed",
        CellState::Ended(_) => "ended",
    }
}

/// Returns what there is to say of a state in a sentence.
pub fn verdict(state: &CellState) -> String {
    match state {
        CellState::Fresh => String::new(),
        CellState::Arriving(arrival) => arrival::of_python(*arrival),
        CellState::Running => "Running…".to_owned(),
        CellState::Passed => "All checks passed".to_owned(),
        CellState::Failed(failure) if failure.finding.is_some() => "A check failed".to_owned(),
        CellState::Failed(failure) => match failure.line {
            Some(line) => format!("{} on line {line}", failure.kind),
            None => failure.kind.clone(),
        },
        CellState::Ended(why) => why.clone(),
    }
}

/// Shows the details of a failure.
#[component]
pub fn Trouble(
    /// The failure.
    failure: CellFailure,
) -> impl IntoView {
    match failure.finding {
        Some(finding) => view! { <Found finding=*finding /> }.into_any(),
        None => {
            let rest = (!failure.traceback.is_empty()).then(|| {
                view! {
                    <details>
                        <summary>"Where it happened"</summary>
                        <pre tabindex="0">{failure.traceback}</pre>
                    </details>
                }
            });
            view! {
                <p class="problem">{prose(&failure.message)}</p>
                {failure.hint.map(|hint| view! { <Likely mistake=hint /> })}
                {rest}
            }
            .into_any()
        }
    }
}

/// Shows the finding of a failed check: the likely mistake, what the check is about, what was
/// expected beside what came, and what the function was given.
#[component]
fn Found(
    /// The finding.
    finding: CellFinding,
) -> impl IntoView {
    let [expected, got] = match (&finding.expected, &finding.got) {
        (Some(expected), Some(got)) => values::compare(expected, got).map(Some),
        (expected, got) => [expected, got].map(|text| {
            let piece = |text: &String| {
                vec![ValuePiece {
                    text: text.clone(),
                    differs: false,
                }]
            };
            text.as_ref().map(piece)
        }),
    };
    let row = |name: &'static str, value: Option<Vec<ValuePiece>>| {
        value.map(|value| view! { <dt class=name>{name}</dt><dd><pre>{marked(value)}</pre></dd> })
    };
    let inputs = finding.inputs.into_iter().map(|(name, value)| {
        view! { <dt><code>{name}</code></dt><dd><pre>{value}</pre></dd> }
    });
    view! {
        {finding.likely.map(|likely| view! { <Likely mistake=likely /> })}
        <p class="idea">{prose(&finding.idea)}</p>
        <dl class="finding">
            {row("expected", expected)}
            {row("got", got)}
            {inputs.collect_view()}
        </dl>
    }
}

/// Names the likely mistake.
#[component]
fn Likely(
    /// The mistake in a sentence.
    mistake: String,
) -> impl IntoView {
    view! { <p class="likely"><b>"Likely: "</b>{prose(&mistake)}</p> }
}

/// Shows a value with the places marked in which it differs from the other one.
fn marked(pieces: Vec<ValuePiece>) -> impl IntoView {
    let pieces = pieces.into_iter().map(|piece| match piece.differs {
        true => view! { <mark>{piece.text}</mark> }.into_any(),
        false => piece.text.into_any(),
    });
    pieces.collect_view()
}
