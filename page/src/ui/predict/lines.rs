//! The lines in a picture: seeds thin, medians bold, and the sketch.

use leptos::prelude::*;

use super::state::Predict;
use crate::view::predict::{RecordedChart, RecordedRuns, SIDE, described, path};

/// Shows the lines of a chart in a picture that fills its box: what happened once it is revealed,
/// and the sketch where the reader draws.
#[component]
pub fn Lines(
    /// The prediction.
    predict: Predict,
    /// The chart.
    chart: StoredValue<RecordedChart>,
) -> impl IntoView {
    let label = move || of_lines(predict, chart, words);
    let changed = move || chart.with_value(|chart| runs("changed", chart, &chart.changed));
    let sketch = (chart == predict.chart).then(|| {
        let sketch = move || chart.with_value(|chart| path(chart, &predict.drawn.get()));
        view! {
            <path class="sketch-edge" d=sketch />
            <path class="sketch" d=sketch />
        }
    });
    view! {
        <svg
            class="predict-lines"
            viewBox=format!("0 0 {SIDE} {SIDE}")
            preserveAspectRatio="none"
            role="img"
            aria-label=label
        >
            {chart.with_value(|chart| runs("healthy", chart, &chart.healthy))}
            <Show when=move || predict.is_revealed.get()>{changed}</Show>
            {sketch}
        </svg>
    }
}

fn runs(class: &'static str, chart: &RecordedChart, runs: &RecordedRuns) -> impl IntoView + use<> {
    let seeds = runs.seeds.iter().map(|seed| path(chart, seed));
    let seeds: Vec<_> = seeds
        .map(|line| view! { <path class="seed" d=line /> })
        .collect();
    view! {
        <g class=class>
            {seeds} <path class="edge" d=path(chart, &runs.median) />
            <path class="median" d=path(chart, &runs.median) />
        </g>
    }
}

/// A line of a picture: what it is of, and a value for each iteration.
type Line<'a> = (&'a str, &'a [Option<f64>]);

/// Returns something of a chart and of its lines: the healthy runs, the sketch if the reader draws
/// on it, and what happened once it is revealed.
pub fn of_lines<T>(
    predict: Predict,
    chart: StoredValue<RecordedChart>,
    of: impl FnOnce(&RecordedChart, &[Line<'_>]) -> T,
) -> T {
    let drawn = predict.drawn.get();
    let has_sketch = chart == predict.chart && !drawn.is_empty();
    let sketch = has_sketch.then_some(("Your sketch", drawn.as_slice()));
    let is_revealed = predict.is_revealed.get();
    let comparison = predict.comparison;
    chart.with_value(|chart| {
        let healthy: Line<'_> = (&comparison.healthy, &chart.healthy.median);
        let changed: Line<'_> = (&comparison.changed, &chart.changed.median);
        let lines = [Some(healthy), sketch, is_revealed.then_some(changed)];
        of(chart, &lines.into_iter().flatten().collect::<Vec<_>>())
    })
}

/// Says in words what a picture shows.
fn words(chart: &RecordedChart, lines: &[Line<'_>]) -> String {
    let last = chart.iterations.last().copied().unwrap_or_default();
    let mut words = format!("{} over {last} iterations", chart.metric.key());
    for (name, values) in lines {
        words += &format!(". {name}: {}", described(chart, values));
    }
    words
}
