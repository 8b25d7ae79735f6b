//! The newest values of every curve as a table, for screen readers and for readers who want the digits.

use leptos::prelude::*;

use super::super::lab::use_lab;
use crate::view::format;
use policy_lab::history::History;
use policy_lab::protocol::metrics::{CHARTS, MetricInfo};

/// Largest number of rows.
const ROWS: usize = 10;

/// The environment steps taken, and the value of each metric at that step, if it was measured.
type Row = (f64, Vec<Option<f64>>);

/// Shows the table, folded until the reader opens it.
#[component]
pub fn ValuesTable() -> impl IntoView {
    let lab = use_lab();
    let (is_open, set_open) = signal(false);
    let on_toggle = move |_| set_open.update(|open| *open = !*open);
    view! {
        <details class="values" on:toggle=on_toggle>
            <summary>"Last values as a table"</summary>
            <div class="values-box" role="region" aria-label="Last values" tabindex="0">
                {move || is_open.get().then(|| lab.run.history.with(table))}
            </div>
        </details>
    }
}

fn table(history: &History) -> impl IntoView + use<> {
    let shown: Vec<&'static MetricInfo> = CHARTS
        .iter()
        .filter(|info| !history.run.series(info.metric).is_empty())
        .collect();
    let rows = rows(history, &shown);
    if rows.is_empty() {
        return view! { <p class="empty">"No values yet"</p> }.into_any();
    }
    view! {
        <table>
            <thead>
                <tr>
                    <th scope="col">"global_step"</th>
                    {shown.iter().map(|info| view! { <th scope="col">{info.key()}</th> }).collect_view()}
                </tr>
            </thead>
            <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
        </table>
    }
    .into_any()
}

fn row((step, values): Row) -> impl IntoView {
    let cells = values
        .into_iter()
        .map(|value| view! { <td>{value.map_or_else(|| "–".to_owned(), format::value)}</td> })
        .collect_view();
    view! { <tr><th scope="row">{format::count(step as u64)}</th>{cells}</tr> }
}

/// Returns the newest rows, newest first. A metric may lack some iterations, so values are matched by their step.
fn rows(history: &History, shown: &[&'static MetricInfo]) -> Vec<Row> {
    let newest = |info: &&MetricInfo| {
        let series = history.run.series(info.metric);
        &series[series.len().saturating_sub(ROWS)..]
    };
    let mut steps: Vec<f64> = shown.iter().flat_map(newest).map(|point| point.0).collect();
    steps.sort_by(|a, b| b.total_cmp(a));
    steps.dedup();
    steps.truncate(ROWS);
    let value_at = |info: &&MetricInfo, step: f64| {
        newest(info)
            .iter()
            .find(|point| point.0 == step)
            .map(|point| point.1)
    };
    steps
        .into_iter()
        .map(|step| {
            (
                step,
                shown.iter().map(|info| value_at(info, step)).collect(),
            )
        })
        .collect()
}
