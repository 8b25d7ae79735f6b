//! Predict, then look: the reader sketches how a recorded run went before they see it, by pointer,
//! by keyboard, or by choosing a shape. What happened is then drawn over the sketch.

mod area;
mod axes;
mod knots;
mod legend;
mod lines;
mod outcome;
mod shape_choice;
mod state;

use leptos::prelude::*;

use crate::course::{Comparison, Section};
use crate::ui::as_table::AsTable;
use crate::view::predict::RecordedChart;
use area::DrawingArea;
use axes::Axes;
use legend::RunsLegend;
use lines::{Lines, of_lines};
use outcome::Outcome;
use shape_choice::ShapeChoice;
use state::Predict;

/// Shows the healthy runs, takes the reader's sketch of the others, and shows these once the reader
/// asks for them.
#[component]
pub fn PredictionView(
    /// The section of the text, whose title is the key of the recorded runs.
    section: &'static Section,
) -> impl IntoView {
    let comparison = Comparison::find(&section.title)?;
    let predict = Predict::new(comparison)?;
    let id = format!("prediction-{}", comparison.key);
    let title_id = format!("{id}-title");
    let table = Signal::derive(move || of_lines(predict, predict.chart, RecordedChart::table));
    Some(view! {
        <figure class="figure predict" id=id.clone() tabindex="-1" data-testid=id aria-labelledby=title_id>
            <h2 id=title_id.clone()>"Predict, then look"</h2>
            <div class="prose" inner_html=section.html.as_str()></div>
            <Axes chart=predict.chart>
                <DrawingArea predict>
                    <Lines predict chart=predict.chart />
                </DrawingArea>
            </Axes>
            <RunsLegend predict />
            <AsTable name=predict.chart.with_value(|chart| chart.metric.key()) table />
            <Show when=move || !predict.is_revealed.get()>
                <ShapeChoice predict />
                <Actions predict />
            </Show>
            <Show when=move || predict.is_revealed.get()>
                <Outcome predict section />
            </Show>
        </figure>
    })
}

/// Shows the buttons below a prediction that has not been compared yet.
#[component]
fn Actions(
    /// The prediction.
    predict: Predict,
) -> impl IntoView {
    let has_sketch = Memo::new(move |_| predict.sketch.with(|sketch| !sketch.is_empty()));
    let reveal = move |_| {
        predict.reveal();
        area::take_focus(predict);
    };
    view! {
        <div class="figure-actions">
            <button disabled=move || !has_sketch.get() on:click=reveal>"Show what happened"</button>
            <Show
                when=move || has_sketch.get()
                fallback=move || view! { <button class="link" on:click=reveal>"Show it without a prediction"</button> }
            >
                <button class="quiet" on:click=move |_| predict.clear()>"Clear"</button>
            </Show>
        </div>
    }
}
