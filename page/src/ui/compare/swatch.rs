//! The line styles of kept runs: a colour, and a pattern of dashes for readers who cannot tell the
//! colours apart.

use leptos::prelude::*;

use super::state::{LAST_RUN, THIS_RUN, use_compare};
use policy_lab::history::compare::MOST_SHOWN;

/// Lengths of dashes and gaps in CSS pixels, by slot. The current run is a solid line.
pub const DASHES: [&[f64]; MOST_SHOWN] = [
    &[7.0, 3.0],
    &[2.0, 3.0],
    &[11.0, 3.0, 2.0, 3.0],
    &[4.0, 4.0],
    &[14.0, 4.0],
    &[7.0, 3.0, 2.0, 3.0, 2.0, 3.0],
    &[5.0, 2.0, 1.5, 2.0],
    &[9.0, 3.0, 4.0, 3.0],
];

/// Draws a short piece of a run's line.
#[component]
pub fn Swatch(
    /// The slot of the run; `None` draws nothing.
    colour: Option<usize>,
) -> impl IntoView {
    let line = colour.map(|slot| {
        let dashes: Vec<String> = DASHES[slot % MOST_SHOWN]
            .iter()
            .map(f64::to_string)
            .collect();
        view! {
            <line
                x1="1" y1="5" x2="33" y2="5"
                stroke-width="2.4"
                stroke-dasharray=dashes.join(" ")
                style:stroke=format!("var(--series-{})", slot + 1)
            />
        }
    });
    view! { <svg class="swatch" viewBox="0 0 34 10" aria-hidden="true">{line}</svg> }
}

/// Shows the button that removes the last run from the charts.
#[component]
pub fn HideLastRun(
    /// What stands on it.
    words: &'static str,
) -> impl IntoView {
    let compare = use_compare();
    view! {
        <button class="link" data-testid="hide-last-run" aria-label="Hide the last run" on:click=move |_| compare.last_run.set(None)>
            {words}
        </button>
    }
}

/// Names the lines of the headline chart; shows nothing if there is only that of the current run.
#[component]
pub fn Legend(
    /// True if the lines have names at their ends. Those of kept runs are shortened there, so with
    /// them the legend stays.
    is_said: Memo<bool>,
) -> impl IntoView {
    let compare = use_compare();
    let shown = Memo::new(move |_| {
        compare.shelf.with(|shelf| {
            let shown = shelf.shown();
            shown
                .map(|(slot, entry)| (slot, entry.name.clone()))
                .collect::<Vec<_>>()
        })
    });
    let items = move || {
        let lines = shown.get().into_iter();
        lines
            .map(|(slot, name)| view! { <li><Swatch colour=Some(slot) /> {name}</li> })
            .collect_view()
    };
    let line = |class: &'static str| {
        view! {
            <svg class="swatch" viewBox="0 0 34 10" aria-hidden="true">
                <line class=class x1="1" y1="5" x2="33" y2="5" stroke-width="2.4" />
            </svg>
        }
    };
    let has_last = Memo::new(move |_| compare.is_ghost_drawn());
    let last = move || {
        has_last.get().then(|| {
            view! {
                <li>
                    {line("ghost")} {LAST_RUN} " " <HideLastRun words="Hide" />
                </li>
            }
        })
    };
    view! {
        <Show when=move || has_last.get() && !is_said.get() || shown.with(|shown| !shown.is_empty())>
            <ul class="compare-legend" data-testid="compare-legend">
                <li>{line("at-hand")} {THIS_RUN}</li>
                {last}
                {items}
            </ul>
        </Show>
    }
}
