//! A number to move.

use leptos::prelude::*;

/// A labelled slider with its value.
#[component]
pub fn Slider(
    /// What it moves: a symbol or a few words.
    label: &'static str,
    /// The number.
    value: RwSignal<f64>,
    /// Smallest and largest.
    range: (f64, f64),
    /// From one value to the next.
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
