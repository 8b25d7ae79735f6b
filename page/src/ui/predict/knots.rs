//! Points of the sketch that the arrow keys move.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::state::Predict;
use crate::view::predict::knots;

/// The way of an arrow key and of a page key, as parts of the axis.
const STEPS: (f64, f64) = (0.05, 0.2);

/// Shows the points, each a slider that goes up and down.
#[component]
pub fn Knots(
    /// The prediction.
    predict: Predict,
) -> impl IntoView {
    let all = predict.chart.with_value(knots).into_iter().enumerate();
    all.map(|(knot, index)| view! { <Knot predict knot index /> })
        .collect_view()
}

#[component]
fn Knot(
    /// The prediction.
    predict: Predict,
    /// The number of the knot.
    knot: usize,
    /// The index of its iteration.
    index: usize,
) -> impl IntoView {
    let chart = predict.chart;
    let value = Memo::new(move |_| predict.value_at(index));
    let shown = move || value.get().unwrap_or_else(|| predict.ground());
    let (iteration, across, lowest, highest) = chart.with_value(|chart| {
        let iteration = chart.iterations.get(index).copied().unwrap_or_default();
        (
            iteration,
            chart.across(index),
            chart.lowest(),
            chart.axis.range.end,
        )
    });
    let left = format!("{:.2}%", 100.0 * across);
    let bottom = move || {
        let up = chart.with_value(|chart| chart.axis.part_of(shown()));
        format!("{:.2}%", 100.0 * up.clamp(0.0, 1.0))
    };
    let said = move || match value.get() {
        Some(value) => chart.with_value(|chart| chart.written(value)),
        None => "no sketch yet".to_owned(),
    };
    let press = move |event: KeyboardEvent| {
        let height = chart.with_value(|chart| chart.height());
        let now = shown();
        let wanted = match event.key().as_str() {
            "ArrowUp" | "ArrowRight" => now + STEPS.0 * height,
            "ArrowDown" | "ArrowLeft" => now - STEPS.0 * height,
            "PageUp" => now + STEPS.1 * height,
            "PageDown" => now - STEPS.1 * height,
            "Home" => lowest,
            "End" => highest,
            _ => return,
        };
        event.prevent_default();
        predict.move_knot(knot, wanted);
    };
    view! {
        <span
            class="knot"
            class:empty=move || value.get().is_none()
            role="slider"
            tabindex="0"
            style:left=left
            style:bottom=bottom
            aria-label=format!("Your sketch at iteration {iteration}")
            aria-orientation="vertical"
            aria-valuemin=lowest
            aria-valuemax=highest
            aria-valuenow=shown
            aria-valuetext=said
            on:keydown=press
        ></span>
    }
}
