//! The axes around a picture: the metric's name above it, values beside it, iterations below it.

use leptos::prelude::*;

use crate::ui::browser::name;
use crate::view::axis::Axis;
use crate::view::format;
use crate::view::predict::RecordedChart;

/// Most ticks across and up.
const TICKS: (usize, usize) = (5, 6);

/// Shows a picture with its axes. Screen readers hear the description of the picture instead of the
/// numbers.
#[component]
pub fn Axes(
    /// The chart.
    chart: StoredValue<RecordedChart>,
    /// The picture.
    children: Children,
) -> impl IntoView {
    let (key, unit, up, across) = chart.with_value(|chart| {
        let up = chart.axis.ticks(TICKS.1).into_iter();
        let up = up.map(|tick| (100.0 * chart.axis.part_of(tick), tick));
        let (first, last) = ends(chart);
        let axis = Axis {
            range: first..last,
            is_log: false,
        };
        let ticks = axis.ticks(TICKS.0).into_iter();
        // The last one stands at the edge, together with what is counted.
        let ticks = ticks.filter(|tick| last - tick > 0.12 * (last - first) && *tick > first);
        let ticks = [first].into_iter().chain(ticks).chain([last]);
        let across = ticks.map(|tick| (100.0 * axis.part_of(tick), tick));
        (
            chart.metric.key(),
            chart.unit().trim(),
            up.collect::<Vec<_>>(),
            across.collect::<Vec<_>>(),
        )
    });
    let unit = (!unit.is_empty()).then(|| format!(" in {unit}"));
    let up = up.into_iter().map(|(at, tick)| {
        let tick = format::compact(tick).replace('-', "−");
        view! { <span style:bottom=format!("{at:.2}%")>{tick}</span> }
    });
    let across = across.into_iter().map(|(at, tick)| {
        view! { <span style:left=format!("{at:.2}%")>{format::compact(tick)}</span> }
    });
    view! {
        <div class="predict-chart">
            <p class="predict-metric" aria-hidden="true"><strong>{name::breakable(key)}</strong> {unit}</p>
            <div class="predict-up" aria-hidden="true">{up.collect_view()}</div>
            {children()}
            <div class="predict-across" aria-hidden="true">{across.collect_view()}</div>
            <p class="predict-axis" aria-hidden="true">"iteration"</p>
        </div>
    }
}

fn ends(chart: &RecordedChart) -> (f64, f64) {
    let first = chart.iterations.first().copied().unwrap_or(0.0);
    let last = chart.iterations.last().copied().unwrap_or(1.0);
    (first, last.max(first + 1.0))
}
