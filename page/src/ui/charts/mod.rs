//! The learning curves: one chart for each metric, and their values as a table.

mod chart;
mod ends;
mod frame_queue;
mod headline;
mod levels;
mod look;
mod plot;
mod table;

pub use self::chart::Chart;
pub use self::headline::HeadlineChart;
pub use self::table::ValuesTable;

use leptos::prelude::*;

use super::compare::use_compare;
use super::lab::use_lab;
use policy_lab::history::History;
use policy_lab::protocol::metrics::{CHARTS, Metric};

/// Id of the button that shows the charts that are not in sight.
pub const ALL_CHARTS: &str = "all-charts";
/// The metrics whose charts are shown first, as far as a run has them. Others make up the number.
const FIRST: [Metric; 6] = [
    Metric::Entropy,
    Metric::ValueLoss,
    Metric::ExplainedVariance,
    Metric::ApproxKl,
    Metric::ClipFraction,
    Metric::GradNorm,
];

/// Shows the charts of what the current run or a drawn kept run has measured, except the headline
/// chart: six of them, and all at a press. Before a run has measured something there is none,
/// unless the reader asks for all.
#[component]
pub fn SmallCharts() -> impl IntoView {
    let (lab, compare) = (use_lab(), use_compare());
    let is_all = RwSignal::new(false);
    let has_values = Memo::new(move |_| {
        let has = |history: &History| history.run.last.is_some();
        lab.run.history.with(has) || compare.has(Metric::EpisodicLength)
    });
    let kind = Memo::new(move |_| lab.score_kind());
    // What a run will measure is not known before its first iteration.
    let measured = Memo::new(move |_| {
        let is_measured = |place: &usize| {
            let metric = CHARTS[*place].metric;
            let of_run = |history: &History| !history.run.series(metric).is_empty();
            !has_values.get() || lab.run.history.with(of_run) || compare.has(metric)
        };
        let headline = kind.get().metric();
        let others = (0..CHARTS.len()).filter(|place| CHARTS[*place].metric != headline);
        let places = others.filter(is_measured);
        places.collect::<Vec<usize>>()
    });
    let shown = Memo::new(move |_| {
        let mut places = measured.get();
        if !is_all.get() {
            places.sort_by_key(|place| !FIRST.contains(&CHARTS[*place].metric));
            places.truncate(if has_values.get() { FIRST.len() } else { 0 });
            places.sort_unstable();
        }
        places
    });
    let count = Memo::new(move |_| measured.with(Vec::len));
    let has_more = move || count.get() > FIRST.len();
    let said = move || match is_all.get() {
        true => "Fewer curves".to_owned(),
        false => format!("All {} curves", count.get()),
    };
    view! {
        <div class="small-charts">
            <For each=move || shown.get() key=|place| *place let:place>
                <Chart info=&CHARTS[place] />
            </For>
        </div>
        <Show when=has_more>
            <button
                id=ALL_CHARTS
                class="quiet all-charts"
                data-testid=ALL_CHARTS
                aria-expanded=move || is_all.get().to_string()
                on:click=move |_| is_all.update(|is_all| *is_all = !*is_all)
            >
                {said}
            </button>
        </Show>
    }
}
