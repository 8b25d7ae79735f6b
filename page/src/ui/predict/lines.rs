//! The lines in a picture: seeds thin, medians bold, and the sketch.

use leptos::prelude::*;

use super::state::Predict;
use crate::view::plain_table::PlainTable;
use crate::view::predict::{RecordedChart, RecordedRuns, SIDE, described, path};

/// Shows the lines on which the reader draws, with what happened once it is revealed.
#[component]
pub fn Lines(
    /// The prediction.
    predict: Predict,
) -> impl IntoView {
    let label = move || {
        let drawn = predict.drawn.get();
        let sketch = (!drawn.is_empty()).then_some(drawn.as_slice());
        let is_revealed = predict.is_revealed.get();
        (predict.chart).with_value(|chart| words(predict, chart, sketch, is_revealed))
    };
    let sketch = move || {
        predict
            .chart
            .with_value(|chart| path(chart, &predict.drawn.get()))
    };
    let changed = move || {
        predict
            .chart
            .with_value(|chart| runs("changed", chart, &chart.changed))
    };
    view! {
        <Picture label>
            {predict.chart.with_value(|chart| runs("healthy", chart, &chart.healthy))}
            <Show when=move || predict.is_revealed.get()>{changed}</Show>
            <path class="sketch-edge" d=sketch />
            <path class="sketch" d=sketch />
        </Picture>
    }
}

/// Shows the lines of a chart on which nothing is drawn.
#[component]
pub fn RecordedLines(
    /// The prediction.
    predict: Predict,
    /// The chart.
    chart: StoredValue<RecordedChart>,
) -> impl IntoView {
    let label = move || chart.with_value(|chart| words(predict, chart, None, true));
    view! {
        <Picture label>
            {chart.with_value(|chart| runs("healthy", chart, &chart.healthy))}
            {chart.with_value(|chart| runs("changed", chart, &chart.changed))}
        </Picture>
    }
}

/// Shows lines in a picture that fills its box.
#[component]
fn Picture(
    /// The description of the picture.
    label: impl Fn() -> String + Send + Sync + 'static,
    /// The lines.
    children: Children,
) -> impl IntoView {
    view! {
        <svg
            class="predict-lines"
            viewBox=format!("0 0 {SIDE} {SIDE}")
            preserveAspectRatio="none"
            role="img"
            aria-label=label
        >
            {children()}
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

/// Says in words what a picture shows.
fn words(
    predict: Predict,
    chart: &RecordedChart,
    sketch: Option<&[Option<f64>]>,
    is_revealed: bool,
) -> String {
    let comparison = predict.comparison;
    let last = chart.iterations.last().copied().unwrap_or_default();
    let line =
        |name: &str, values: &[Option<f64>]| format!(". {name}: {}", described(chart, values));
    let mut words = format!("{} over {last} iterations", chart.metric.key());
    words += &line(&comparison.healthy, &chart.healthy.median);
    if let Some(sketch) = sketch {
        words += &line("Your sketch", sketch);
    }
    if is_revealed {
        words += &line(&comparison.changed, &chart.changed.median);
    }
    words
}

/// Returns the lines on which the reader draws, the sketch, and what happened once it is revealed.
pub fn table_of(predict: Predict) -> PlainTable {
    let drawn = predict.drawn.get();
    let sketch = (!drawn.is_empty()).then_some(drawn.as_slice());
    let is_revealed = predict.is_revealed.get();
    (predict.chart).with_value(|chart| table(predict, chart, sketch, is_revealed))
}

/// Returns the lines of a chart on which nothing is drawn.
pub fn recorded_table(predict: Predict, chart: StoredValue<RecordedChart>) -> PlainTable {
    chart.with_value(|chart| table(predict, chart, None, true))
}

fn table(
    predict: Predict,
    chart: &RecordedChart,
    sketch: Option<&[Option<f64>]>,
    is_revealed: bool,
) -> PlainTable {
    let comparison = predict.comparison;
    let sketch = sketch.map(|sketch| ("Your sketch", sketch));
    let changed = (comparison.changed.as_str(), chart.changed.median.as_slice());
    let healthy = (comparison.healthy.as_str(), chart.healthy.median.as_slice());
    let lines = [Some(healthy), sketch, is_revealed.then_some(changed)];
    let lines: Vec<_> = lines.into_iter().flatten().collect();
    chart.table(&lines)
}
