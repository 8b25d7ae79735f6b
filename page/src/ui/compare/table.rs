//! Tables: the settings in which the drawn kept runs and the current run differ, the curves, the
//! results of several seeds, and what they show.

use leptos::prelude::*;

use super::state::{THIS_RUN, use_compare};
use crate::ui::as_table::{AsTable, table_view};
use crate::view::overlay::lines_as_table;
use crate::view::plain_table::{NOT_MEASURED, PlainTable};
use crate::view::seed_comparison::compare_seeds;
use policy_lab::config::TrainConfig;
use policy_lab::history::compare::differences;
use policy_lab::protocol::metrics::{CHARTS, Metric};

const TITLE: &str = "Settings that differ";

/// Shows a row for each setting and a column for each run; nothing if there is only one run.
#[component]
pub fn Differences() -> impl IntoView {
    let compare = use_compare();
    let at_hand = Memo::new(move |_| compare.lab.run.config().filter(|_| !compare.is_drawn()));
    let columns = Memo::new(move |_| {
        let mut columns: Vec<(String, Vec<TrainConfig>)> = compare.shelf.with(|shelf| {
            let shown = shelf.shown().map(|(_, entry)| {
                let configs = entry.runs.iter().map(|run| run.config.clone());
                (entry.name.clone(), configs.collect())
            });
            shown.collect()
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
            if rows.is_empty() {
                let same = view! { <p class="hint">"These runs have the same settings"</p> };
                return Some(same.into_any());
            }
            let names = columns.iter().map(|(name, _)| name.clone());
            let heads = std::iter::once("Setting".to_owned()).chain(names).collect();
            let rows = rows.into_iter().map(|row| {
                let texts = row.texts.into_iter();
                let texts = texts.map(|text| text.unwrap_or_else(|| NOT_MEASURED.to_owned()));
                std::iter::once(row.key.to_owned()).chain(texts).collect()
            });
            let rows = std::iter::once(heads).chain(rows).collect();
            Some(table(TITLE, "compare-table", rows))
        })
    }
}

/// Compares the drawn kept runs that have several seeds each; shows nothing if there are fewer than
/// two of them.
#[component]
pub fn SeedVerdicts() -> impl IntoView {
    let compare = use_compare();
    let compared = Memo::new(move |_| {
        compare.shelf.with(|shelf| {
            let entries = shelf.shown();
            let entries = entries.map(|(_, it)| (it.name.as_str(), it.runs.as_slice()));
            compare_seeds(&entries.collect::<Vec<_>>())
        })
    });
    move || {
        compared.get().map(|compared| {
            let verdicts = compared.verdicts.into_iter();
            let verdicts = verdicts.map(|said| view! { <p class="hint">{said}</p> });
            view! {
                <div data-testid="seed-verdicts">
                    {table("What the seeds show", "seed-comparison", compared.rows)} {verdicts.collect_view()}
                </div>
            }
        })
    }
}

/// Shows, as a table, what the lines of the drawn kept runs and of the current run show in the
/// chart that the reader chooses; nothing if no kept run is drawn.
#[component]
pub fn KeptCurves() -> impl IntoView {
    let compare = use_compare();
    // Kept runs lack what their algorithm does not measure.
    let offered = Memo::new(move |_| {
        let metrics = CHARTS.iter().map(|info| info.metric);
        metrics.filter(|it| compare.has(*it)).collect::<Vec<_>>()
    });
    let chosen = RwSignal::new(None::<Metric>);
    let score = Memo::new(move |_| compare.lab.score_kind().metric());
    // The score, unless the reader asks for something else that there is.
    let metric = move || {
        let chosen = chosen.get();
        let chosen = chosen.filter(|chosen| offered.with(|offered| offered.contains(chosen)));
        chosen.unwrap_or_else(|| score.get())
    };
    let options = move || {
        let option =
            |it: Metric| view! { <option prop:selected=move || metric() == it>{it.key()}</option> };
        offered.get().into_iter().map(option).collect_view()
    };
    let choose = move |event| {
        let key = event_target_value(&event);
        let found = CHARTS.iter().find(|info| info.key() == key);
        chosen.set(found.map(|info| info.metric));
    };
    let table = move || {
        let metric = metric();
        let is_drawn = compare.is_drawn();
        compare.shelf.with(|shelf| {
            compare.lab.run.history.with(|history| {
                let at_hand = (!is_drawn).then_some((THIS_RUN, history.run.series(metric)));
                lines_as_table(shelf, at_hand, metric)
            })
        })
    };
    view! {
        <Show when=move || offered.with(|all| !all.is_empty())>
            <AsTable name="Curves" table=Signal::derive(table)>
                <label class="compare-choice">
                    <span>"Metric"</span>
                    <select data-testid="curves-of" on:change=choose>{options}</select>
                </label>
            </AsTable>
        </Show>
    }
}

/// Shows a table. The first row holds the heads of the columns, the first cell of every other row
/// is its head.
pub fn table(title: &str, test_id: &'static str, rows: Vec<Vec<String>>) -> AnyView {
    let mut rows = rows.into_iter();
    let table = PlainTable {
        note: title.to_owned(),
        heads: rows.next().unwrap_or_default(),
        rows: rows.collect(),
    };
    view! {
        <div class="compare-table" role="region" aria-label=title.to_owned() tabindex="0">
            {table_view(&table, Some(test_id))}
        </div>
    }
    .into_any()
}
