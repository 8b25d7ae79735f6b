//! Saves kept runs as files, and loads them again.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::HtmlInputElement;

use super::picture;
use super::state::{Compare, LAST_RUN, use_compare};
use crate::ui::browser::files;
use policy_lab::history::compare::{self as runs, Entry, FileError, RunRecord, Shelf};

/// Shows the buttons that save files, and the choice of a file to load.
#[component]
pub fn Exports() -> impl IntoView {
    let compare = use_compare();
    let palette = expect_context::<crate::ui::browser::theme::Theme>().palette;
    let is_empty =
        move || compare.shelf.with(|shelf| shelf.entries().is_empty()) && !compare.can_keep();
    let csv = move |_| {
        let text = runs::csv(&entries(compare));
        compare.tell_saved(files::save("policy-lab-runs.csv", text.as_bytes()));
    };
    let json = move |_| {
        let text = runs::write(&entries(compare));
        compare.tell_saved(files::save("policy-lab-runs.json", text.as_bytes()));
    };
    let png = move |_| {
        let lines = compare.shelf.with_untracked(|shelf| {
            let shown = shelf.shown();
            let named = shown.map(|(slot, entry)| (Some(slot), entry.name.clone()));
            let ghost = untrack(|| compare.is_ghost_drawn());
            let ghost = ghost.then(|| (None, LAST_RUN.to_owned()));
            ghost.into_iter().chain(named).collect::<Vec<_>>()
        });
        let metric = untrack(|| compare.lab.score_kind()).metric();
        let address =
            palette.with_untracked(|palette| picture::of_headline(metric, &lines, palette));
        compare.tell_saved(address.is_some_and(|it| files::follow("policy-lab-chart.png", &it)));
    };
    let load = move |event: web_sys::Event| {
        let input = event_target::<HtmlInputElement>(&event);
        spawn_local(async move {
            let bytes = files::chosen(&input).await;
            let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
            let read = match text {
                Some(text) => (compare.shelf)
                    .try_update(|shelf| runs::read(&text, shelf))
                    .unwrap_or(Err(FileError::NotOurs)),
                None => Err(FileError::NotOurs),
            };
            compare.said.set(Some(match read {
                Ok(loaded) => {
                    let mut said = vec![format!("Loaded from the file: {}", loaded.count)];
                    said.extend(loaded.notices);
                    said.join(". ")
                }
                Err(error) => refusal(error, "runs"),
            }));
        });
    };
    view! {
        <div class="compare-row" role="group" aria-label="Files of runs">
            <span class="hint">"Save the runs as"</span>
            <button class="quiet" data-testid="save-csv" disabled=is_empty on:click=csv>"CSV"</button>
            <button class="quiet" data-testid="save-json" disabled=is_empty on:click=json>"JSON"</button>
            <button
                class="quiet"
                data-testid="save-png"
                title="The large chart as a picture, with the names of its lines"
                on:click=png
            >
                "PNG"
            </button>
            <label class="file-choice">
                <span>"Load runs…"</span>
                <input type="file" accept=".json,application/json" data-testid="load-runs" on:change=load />
            </label>
        </div>
    }
}

/// Says why a file of `what` was not read.
pub fn refusal(error: FileError, what: &str) -> String {
    match error {
        FileError::NotOurs => format!("This is no file of {what}. Nothing was changed"),
        FileError::Newer => String::from(
            "A newer version of this page has written the file. \
             Nothing was changed: reload the page and try again",
        ),
        FileError::Broken(why) => format!("The file cannot be read: {why}. Nothing was changed"),
    }
}

/// Returns the kept runs, and the current run unless it is kept already.
fn entries(compare: Compare) -> Vec<Entry> {
    let mut all: Shelf = compare.shelf.get_untracked();
    if !untrack(|| compare.is_kept())
        && let Some(record) = compare.lab.run.history.with_untracked(RunRecord::of)
    {
        let name = compare.name_for(&record.config);
        all.add(&name, vec![record]);
    }
    all.entries().to_vec()
}
