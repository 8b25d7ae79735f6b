//! The lines in a picture: seeds thin, medians bold, and the sketch.

use leptos::prelude::*;

use super::state::Predict;
use crate::view::predict::{RecordedChart, RecordedRuns, SIDE, described, path};

/// Shows the lines on which the reader draws, with what happened once it is revealed.
#[component]
pub fn Lines(
    /// The prediction.
    predict: Predict,
) -> impl IntoView {
    let label = move || of_drawn(predict, words);
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
    let label = move || of_recorded(predict, chart, words);
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

/// A line of a picture: what it is of, and a value for each iteration.
type Line<'a> = (&'a str, &'a [Option<f64>]);

/// Returns something of the chart on which the reader draws and of its lines: the healthy runs, the
/// sketch, and what happened once it is revealed.
pub fn of_drawn<T>(predict: Predict, of: impl FnOnce(&RecordedChart, &[Line<'_>]) -> T) -> T {
    let drawn = predict.drawn.get();
    let sketch = (!drawn.is_empty()).then_some(("Your sketch", drawn.as_slice()));
    let is_revealed = predict.is_revealed.get();
    predict.chart.with_value(|chart| {
        let [healthy, changed] = recorded(predict, chart);
        let lines = [Some(healthy), sketch, is_revealed.then_some(changed)];
        of(chart, &lines.into_iter().flatten().collect::<Vec<_>>())
    })
}

/// Returns something of a chart on which nothing is drawn, and of its lines.
pub fn of_recorded<T>(
    predict: Predict,
    chart: StoredValue<RecordedChart>,
    of: impl FnOnce(&RecordedChart, &[Line<'_>]) -> T,
) -> T {
    chart.with_value(|chart| of(chart, &recorded(predict, chart)))
}

fn recorded(predict: Predict, chart: &RecordedChart) -> [Line<'_>; 2] {
    let comparison = predict.comparison;
    [
        (&comparison.healthy, &chart.healthy.median),
        (&comparison.changed, &chart.changed.median),
    ]
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
