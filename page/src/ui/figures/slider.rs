//! A slider for a number.

use leptos::prelude::*;

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
) -> impl IntoView {
    let slide = move |event| {
        if let Ok(number) = event_target_value(&event).parse() {
            value.set(number);
        }
    };
    let digits = if step < 0.01 {
        3
    } else if step < 1.0 {
        2
    } else {
        0
    };
    view! {
        <label class="slider">
            <span>{label}</span>
            <input
                type="range"
                min=range.0
                max=range.1
                step=step
                prop:value=move || value.get().to_string()
                on:input=slide
            />
            <output>{move || format!("{:.digits$}", value.get())}</output>
        </label>
    }
}
