//! The list of kept runs.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::state::{USE_SETTINGS, use_compare};
use super::swatch::Swatch;
use super::table::table;
use crate::view::by_seed::by_seed;
use crate::view::format;
use crate::view::run_order::{RunOrder, last_score, scored_by, sorted};
use policy_lab::history::compare::{Ended, RunRecord, Shelf};

/// Lists all entries of the shelf, in the order that the reader has asked for.
#[component]
pub fn KeptRuns() -> impl IntoView {
    let compare = use_compare();
    let kept = Memo::new(move |_| {
        compare.shelf.with(|shelf| {
            let entries = shelf.entries().iter();
            entries.map(|entry| entry.id).collect::<Vec<_>>()
        })
    });
    // A row that moves loses the focus: neither another name nor another seed sorts them again.
    let ids = Memo::new(move |_| {
        kept.track();
        let order = compare.order.get();
        compare.shelf.with_untracked(|shelf| sorted(shelf, order))
    });
    view! {
        <Show when=move || kept.with(|kept| kept.len() > 1)>
            <SortButtons />
        </Show>
        <ul class="kept-runs" data-testid="kept-runs">
            <For each=move || ids.get() key=|id| *id let:id>
                <KeptRun id />
            </For>
        </ul>
        <Show when=move || kept.with(Vec::is_empty)>
            <p class="hint">
                "Nothing is kept yet. The last run stays in grey beside the next one; a run that you keep stays until you remove it"
            </p>
        </Show>
    }
}

/// Shows the buttons that sort the list. A second press turns it round.
#[component]
fn SortButtons() -> impl IntoView {
    let compare = use_compare();
    let order = compare.order;
    let scored_by = Memo::new(move |_| compare.shelf.with(scored_by));
    let button = move |by: RunOrder| {
        let direction = move || {
            let (now, is_descending) = order.get();
            (now == by).then_some(is_descending)
        };
        let sort = move |_| {
            let turned = untrack(direction).map(|is_descending| !is_descending);
            order.set((by, turned.unwrap_or(by.is_descending_first())));
        };
        let words = move |[up, down]: [&'static str; 2]| {
            direction().map(|is_descending| if is_descending { down } else { up })
        };
        view! {
            <button class="link" aria-pressed=move || direction().is_some().to_string() on:click=sort>
                {move || by.name(scored_by.get())}
                <span aria-hidden="true">{move || words([" ▴", " ▾"])}</span>
                <span class="visually-hidden">{move || words([" ascending", " descending"])}</span>
            </button>
        }
    };
    view! {
        <div class="compare-row run-order" role="group" aria-label="Sort the kept runs">
            <span class="hint">"Sort by"</span>
            {RunOrder::ALL.map(button)}
        </div>
    }
}

/// Lists the last runs that are not kept, newest first, each with a star that keeps it.
#[component]
pub fn LastRuns() -> impl IntoView {
    let compare = use_compare();
    let row = move |(place, run): (usize, RunRecord)| {
        let name = compare.name_for(&run.config);
        let keep = format!("Keep {name}");
        view! {
            <li>
                <button class="quiet" title=keep.clone() aria-label=keep on:click=move |_| compare.keep_last(place)>"☆"</button>
                <b>{name}</b>
                <p class="hint">{about(&[run])}</p>
            </li>
        }
    };
    view! {
        <Show when=move || compare.last_runs.with(|runs| !runs.is_empty())>
            <ul class="kept-runs" aria-label="Last runs" data-testid="last-runs">
                {move || compare.last_runs.get().into_iter().enumerate().map(row).collect_view()}
            </ul>
        </Show>
    }
}

/// Shows an entry: a switch that draws it, its name, a description, and its actions.
#[component]
fn KeptRun(
    /// The id of the entry on the shelf.
    id: usize,
) -> impl IntoView {
    let compare = use_compare();
    let slot = Memo::new(move |_| compare.shelf.with(|shelf| shelf.get(id)?.slot));
    let name = Memo::new(move |_| {
        let name = (compare.shelf).with(|shelf| Some(shelf.get(id)?.name.clone()));
        name.unwrap_or_default()
    });
    let about = Memo::new(move |_| {
        compare
            .shelf
            .with(|shelf| shelf.get(id).map(|entry| about(&entry.runs)))
    });
    let seeds = Memo::new(move |_| {
        let rows = |shelf: &Shelf| shelf.get(id).map(|entry| by_seed(&entry.runs));
        compare.shelf.with(rows).unwrap_or_default()
    });
    let caption = move || {
        let metric = |shelf: &Shelf| Some(shelf.get(id)?.runs.first()?.score_kind().metric());
        let metric = compare.shelf.with(metric);
        metric.map_or_else(String::new, |metric| format!("{} by seed", metric.key()))
    };
    // Another seed must not fold the table.
    let has_seeds = Memo::new(move |_| seeds.with(|rows| !rows.is_empty()));
    let rename = move |text: String| {
        let name = text.replace('\n', " ");
        compare.shelf.update(|shelf| shelf.rename(id, &name));
    };
    // A long name is wrapped and has no other lines, so Enter ends it.
    let end_name = move |event: KeyboardEvent| {
        if event.key() == "Enter" && !event.is_composing() {
            event.prevent_default();
            rename(event_target_value(&event));
        }
    };
    let use_settings = move |_| {
        let config = compare.shelf.with_untracked(|shelf| {
            let entry = shelf.get(id)?;
            entry.runs.first().map(|run| run.config.clone())
        });
        if let Some(config) = config {
            compare.use_settings(&config);
        }
    };
    let draw = move || format!("Draw {}", name.get());
    view! {
        <li data-testid="kept-run">
            <button
                class="quiet show-run"
                aria-pressed=move || slot.get().is_some().to_string()
                aria-label=draw
                title=draw
                on:click=move |_| compare.toggle(id)
            >
                {move || view! { <Swatch colour=slot.get() /> }}
            </button>
            <textarea
                class="run-name"
                aria-label="Name of the run"
                title=move || name.get()
                rows="2"
                maxlength="80"
                prop:value=name
                on:keydown=end_name
                on:change=move |event| rename(event_target_value(&event))
            ></textarea>
            <p class="hint">{about}</p>
            <p class="run-actions">
                <button class="link" aria-label=move || format!("Use the settings of {}", name.get()) on:click=use_settings>
                    {USE_SETTINGS}
                </button>
                <button
                    class="link"
                    aria-label=move || format!("Remove {}", name.get())
                    on:click=move |_| compare.shelf.update(|shelf| shelf.remove(id))
                >
                    "Remove"
                </button>
            </p>
            <Show when=move || has_seeds.get()>
                <details class="by-seed">
                    <summary>"Table by seed"</summary>
                    {move || table(&caption(), "by-seed", seeds.get())}
                </details>
            </Show>
        </li>
    }
}

/// Describes the runs of an entry, such as `PPO · 100 iterations, finished · CPU · episodic_length
/// 312.4`.
fn about(runs: &[RunRecord]) -> String {
    let Some(last) = runs.last() else {
        return String::new();
    };
    let scores = runs.iter().filter_map(last_score);
    let scores: Vec<String> = scores.map(format::score).collect();
    let mut parts = vec![last.config.algorithm.label().to_owned()];
    if runs.len() > 1 {
        parts.push(format::plural(runs.len(), "seed"));
    }
    let iterations = format::plural(last.iterations, "iteration");
    parts.push(format!("{iterations}, {}", ending(&last.ended)));
    parts.push(last.device.clone());
    if !scores.is_empty() {
        let key = last.score_kind().metric().key();
        parts.push(format!("{key} {}", scores.join(", ")));
    }
    parts.extend(solved(runs));
    parts.retain(|part| !part.is_empty());
    parts.join(" · ")
}

/// Says how many runs have solved their task, and after how many steps:
/// `3 of 5 solved after 61,440 to 98,304 steps`.
fn solved(runs: &[RunRecord]) -> Option<String> {
    let mut steps: Vec<f64> = runs.iter().filter_map(RunRecord::steps_to_solve).collect();
    steps.sort_by(f64::total_cmp);
    let (first, last) = (*steps.first()?, *steps.last()?);
    let count = |steps: f64| format::count(steps as u64);
    let when = match first == last {
        true => count(first),
        false => format!("{} to {}", count(first), count(last)),
    };
    let who = match runs {
        [_] => "solved".to_owned(),
        several => format!("{} of {} solved", steps.len(), several.len()),
    };
    Some(format!("{who} after {when} steps"))
}

fn ending(ended: &Ended) -> &'static str {
    match ended {
        Ended::UnderWay => "under way",
        Ended::Finished => "finished",
        Ended::Solved => "solved",
        Ended::Stopped => "stopped",
        Ended::Failed(_) => "broke off",
    }
}
