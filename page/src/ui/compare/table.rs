//! The settings in which the drawn kept runs and the current run differ.

use leptos::prelude::*;

use super::state::{THIS_RUN, use_compare};
use policy_lab::config::TrainConfig;
use policy_lab::history::compare::{Difference, differences};

const TITLE: &str = "Settings that differ";

/// Shows a row for each setting and a column for each run; nothing if there is only one run.
#[component]
pub fn Differences() -> impl IntoView {
    let compare = use_compare();
    let at_hand = Memo::new(move |_| {
        let config = compare.lab.run.history.with(|history| {
            let run = history.run.info.as_ref();
            run.map(|run| run.config.clone())
        });
        config.filter(|_| !compare.is_drawn())
    });
    let columns = Memo::new(move |_| {
        let mut columns: Vec<(String, Vec<TrainConfig>)> = compare.shelf.with(|shelf| {
            let shown = shelf.shown().map(|(_, entry)| {
                let runs = entry.runs.iter();
                let configs = runs.map(|run| run.config.clone()).collect();
                (entry.id, entry.name.clone(), configs)
            });
            let mut shown: Vec<_> = shown.collect();
            shown.sort_by_key(|(id, ..)| *id);
            shown
                .into_iter()
                .map(|(_, name, runs)| (name, runs))
                .collect()
        });
        if let Some(config) = at_hand.get() {
            columns.push((THIS_RUN.to_owned(), vec![config]));
        }
        columns
    });
    move || {
        columns.with(|columns| {
            if columns.len() < 2 {
                return None;
            }
            let runs = columns.iter().map(|(_, runs)| runs.iter().collect());
            let rows = differences(&runs.collect::<Vec<Vec<&TrainConfig>>>());
            let names = columns.iter().map(|(name, _)| name.clone()).collect();
            Some(table(names, rows))
        })
    }
}

fn table(names: Vec<String>, rows: Vec<Difference>) -> AnyView {
    if rows.is_empty() {
        return view! { <p class="hint">"These runs have the same settings"</p> }.into_any();
    }
    let heads = names.into_iter();
    let heads = heads.map(|name| view! { <th scope="col">{name}</th> });
    let rows = rows.into_iter().map(|row| {
        let cells = row.texts.into_iter();
        let cells = cells.map(|text| view! { <td>{text.unwrap_or_else(|| "–".to_owned())}</td> });
        view! { <tr><th scope="row">{row.key}</th>{cells.collect_view()}</tr> }
    });
    view! {
        <div class="compare-table" role="region" aria-label=TITLE tabindex="0">
            <table data-testid="compare-table">
                <caption>{TITLE}</caption>
                <thead>
                    <tr><th scope="col">"Setting"</th>{heads.collect_view()}</tr>
                </thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}
