//! A choice of one of several values.

use leptos::prelude::*;

/// Shows the choice as a list that unfolds.
#[component]
pub fn Choice<T: Copy + PartialEq + Send + Sync + 'static>(
    /// The label.
    label: &'static str,
    /// The values.
    options: &'static [T],
    /// Returns the name of a value.
    name: fn(T) -> String,
    /// The chosen value.
    chosen: RwSignal<T>,
) -> impl IntoView {
    let choose = move |event| {
        let place = event_target_value(&event).parse::<usize>();
        if let Some(value) = place.ok().and_then(|place| options.get(place)) {
            chosen.set(*value);
        }
    };
    let options = options.iter().enumerate().map(|(place, value)| {
        view! { <option value=place prop:selected=move || chosen.get() == *value>{name(*value)}</option> }
    });
    view! {
        <label>
            <span>{label}</span>
            " "
            <select on:change=choose>{options.collect_view()}</select>
        </label>
    }
}
