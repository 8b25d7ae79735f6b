//! What happened: how near the sketch was, the second metric, and the reason.

use leptos::prelude::*;

use super::area;
use super::axes::Axes;
use super::lines::{Lines, of_lines};
use super::state::{Predict, chart_of};
use crate::course::Section;
use crate::ui::as_table::AsTable;
use crate::view::predict::{RecordedChart, compared};

/// Shows what happened in the recorded runs.
#[component]
pub fn Outcome(
    /// The prediction.
    predict: Predict,
    /// The section of the text.
    section: &'static Section,
) -> impl IntoView {
    let comparison = predict.comparison;
    let sentences = (predict.sketch)
        .with_untracked(|sketch| predict.chart.with_value(|chart| compared(chart, sketch)));
    let again = move |_| {
        predict.clear();
        area::take_focus(predict);
    };
    let second = chart_of(comparison, 1).map(|(info, chart)| {
        let chart = StoredValue::new(chart);
        let table = Signal::derive(move || of_lines(predict, chart, RecordedChart::table));
        view! {
            <div class="predict-second">
                <Axes chart>
                    <div class="predict-area">
                        <Lines predict chart />
                    </div>
                </Axes>
                <p class="hint">{info.definition}</p>
                <AsTable name=info.key() table />
            </div>
        }
    });
    let links = (comparison.changed_query.as_deref()).map(|changed_query| {
        view! {
            <p>
                "Set up the run: " <a href=comparison.query.as_str()>{comparison.healthy.as_str()}</a> " · "
                <a href=changed_query>{comparison.changed.as_str()}</a>
            </p>
        }
    });
    view! {
        <div class="outcome">
            {(!sentences.is_empty()).then(|| view! { <p data-testid="prediction-said">{sentences.join(" ")}</p> })}
            {second}
            <div class="prose" inner_html=section.revealed.as_str()></div>
            {links}
            <div class="figure-actions">
                <button class="quiet" on:click=again>"Predict again"</button>
            </div>
        </div>
    }
}
