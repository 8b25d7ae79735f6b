//! A slider for a number.

use leptos::prelude::*;

use crate::view::format;

/// Shows a slider with its label and value.
#[component]
pub fn Slider(
    /// The label: a symbol or a few words.
    label: &'static str,
    /// The number that the slider changes.
    value: RwSignal<f64>,
    /// Smallest and largest value.
    range: (f64, f64),
    /// Distance between neighbouring values.
    step: f64,
    /// Says the value, if it should not be said as the number that it is.
    #[prop(optional)]
    said: Option<fn(f64) -> String>,
) -> impl IntoView {
    let slide = move |event| {
        if let Ok(number) = event_target_value(&event).parse() {
            value.set(number);
        }
    };
    let digits = match step {
        ..0.01 => 3,
        ..1.0 => 2,
        _ => 0,
    };
    let said = move || match said {
        Some(said) => said(value.get()),
        None => format::with_minus(format!("{:.digits$}", value.get())),
    };
    view! {
        <label class="slider">
            <span>{label}</span>
            <input
                type="range"
                min=range.0
                max=range.1
                step=step
                aria-valuetext=said
                prop:value=move || value.get().to_string()
                on:input=slide
            />
            <output>{said}</output>
        </label>
    }
}
