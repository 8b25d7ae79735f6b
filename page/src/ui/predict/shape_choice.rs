//! Shapes to choose from instead of drawing.

use leptos::prelude::*;

use super::state::Predict;
use crate::view::predict::{SketchShape, shapes};

/// Shows the shapes as one group of options. A chosen shape becomes the sketch; drawing on it ends
/// the choice.
#[component]
pub fn ShapeChoice(
    /// The prediction.
    predict: Predict,
) -> impl IntoView {
    let key = predict.comparison.key.as_str();
    let all = predict.chart.with_value(shapes).into_iter();
    let changed = predict.comparison.changed.as_str();
    view! {
        <p class="hint">
            "Draw your curve for “" {changed} "” in the picture. Or choose a shape"
            <span class="of-keys">", or move the six points with the arrow keys"</span>
        </p>
        <div class="shapes" role="radiogroup" aria-label="Shape of your sketch">
            {all.map(|shape| view! { <ShapeOption predict shape key /> }).collect_view()}
        </div>
    }
}

#[component]
fn ShapeOption(
    /// The prediction.
    predict: Predict,
    /// The shape.
    shape: SketchShape,
    /// The key of the recorded runs, which names the group.
    key: &'static str,
) -> impl IntoView {
    let SketchShape { name, values } = shape;
    let values = StoredValue::new(values);
    let is_chosen =
        move || values.with_value(|values| predict.sketch.with(|sketch| sketch == values));
    view! {
        <label class="option">
            <input
                type="radio"
                name=format!("shape-{key}")
                prop:checked=is_chosen
                on:change=move |_| predict.keep(values.get_value())
            />
            <span>{name}</span>
        </label>
    }
}
