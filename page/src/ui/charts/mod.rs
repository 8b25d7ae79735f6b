//! The learning curves: one chart for each metric, and their values as a table.

mod chart;
mod frame_queue;
mod look;
mod plot;
mod table;

pub use self::chart::Chart;
pub use self::table::ValuesTable;

use leptos::prelude::*;

use super::compare::use_compare;
use super::lab::{Lab, use_lab};
use policy_lab::protocol::metrics::{CHARTS, Metric};

/// Shows every chart except the headline chart.
#[component]
pub fn SmallCharts() -> impl IntoView {
    view! {
        <div class="small-charts">
            {CHARTS[1..].iter().map(|info| view! { <SmallChart info /> }).collect_view()}
        </div>
    }
}

/// Shows a chart if the current run or a drawn kept run has its metric.
#[component]
fn SmallChart(
    /// The metric.
    info: &'static policy_lab::protocol::metrics::MetricInfo,
) -> impl IntoView {
    let lab = use_lab();
    let compare = use_compare();
    let is_meant = Memo::new(move |_| has_meaning(lab, info.metric) || compare.has(info.metric));
    view! {
        <Show when=move || is_meant.get()>
            <Chart info />
        </Show>
    }
}

/// Returns true if the current run has this metric. Before its first iteration that is unknown, so
/// all count as present.
fn has_meaning(lab: Lab, metric: Metric) -> bool {
    lab.run.history.with(|history| {
        history.run.last.is_none()
            || metric == Metric::EpisodicLength
            || !history.run.series(metric).is_empty()
    })
}
