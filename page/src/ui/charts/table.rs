//! The values of every curve as a table, for screen readers and for readers who want the digits.

use leptos::prelude::*;

use super::super::lab::use_lab;
use crate::ui::as_table::AsTable;
use crate::view::format;
use crate::view::plain_table::{PlainTable, spread};
use policy_lab::history::{History, Point};
use policy_lab::protocol::metrics::{CHARTS, MetricInfo};

/// Largest number of rows.
const ROWS: usize = 20;

/// Shows the table.
#[component]
pub fn ValuesTable() -> impl IntoView {
    let lab = use_lab();
    let table = Signal::derive(move || {
        let is_compared = lab.reader_run.is_compared();
        let reference = lab.reader_run.reference;
        lab.run.history.with(|history| {
            reference.with(|reference| table(history, is_compared.then_some(reference)))
        })
    });
    view! { <AsTable name="Values" table /> }
}

/// Returns what all curves show at some steps, evenly spread over the run, newest first. A
/// reference adds its headline curve.
fn table(history: &History, reference: Option<&History>) -> PlainTable {
    let series =
        |info: &'static MetricInfo| (info.key().to_owned(), history.run.series(info.metric));
    let own = CHARTS.iter().map(series);
    let own = own.filter(|(_, points)| !points.is_empty());
    let ours = reference.map(|reference| {
        let headline = history.run.score_kind().metric();
        let name = format!("{}, ours", headline.key());
        (name, reference.run.series(headline))
    });
    let shown: Vec<(String, &[Point])> = own.chain(ours).collect();
    let longest = shown.iter().map(|(_, points)| *points);
    let longest = longest.max_by_key(|points| points.len());
    let longest = longest.unwrap_or_default();
    let places = spread(longest.len(), ROWS);
    let note = match places.len() == longest.len() {
        true => String::new(),
        false => {
            let all = format::count(longest.len() as u64);
            format!("{ROWS} of {all} iterations, newest first")
        }
    };
    let steps = places.into_iter().rev();
    let steps = steps.filter_map(|place| Some(longest.get(place)?.0));
    PlainTable {
        note,
        ..PlainTable::of_curves("global_step", steps, &shown)
    }
}
