//! Which line is which.

use leptos::prelude::*;

use super::state::Predict;

/// Shows the name of each line beside a piece of it.
#[component]
pub fn RunsLegend(
    /// The prediction.
    predict: Predict,
) -> impl IntoView {
    let comparison = predict.comparison;
    let has_sketch = move || predict.drawn.with(|drawn| !drawn.is_empty());
    let seeds = comparison.seeds.len();
    let end = match predict.chart.with_value(|chart| chart.healthy.ends_early()) {
        true => "; a line ends where its run had solved the task",
        false => "",
    };
    view! {
        <ul class="predict-key">
            <li class="key-healthy">{comparison.healthy.as_str()}</li>
            <Show when=move || predict.is_revealed.get()>
                <li class="key-changed">{comparison.changed.as_str()}</li>
            </Show>
            <Show when=has_sketch>
                <li class="key-sketch">"your sketch"</li>
            </Show>
            <li class="key-note">{format!("thin: {seeds} seeds, bold: their median{end}")}</li>
        </ul>
    }
}
