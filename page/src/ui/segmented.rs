//! A choice of one of a few values, side by side.

use leptos::prelude::*;

/// Shows the values, each as a segment.
#[component]
pub fn Segmented<T: Copy + Send + Sync + 'static>(
    /// The name of the group for tests.
    name: &'static str,
    /// What is chosen, for screen readers.
    legend: &'static str,
    /// The values with their names on the page.
    options: Vec<(T, &'static str)>,
    /// Returns true for the chosen value.
    is_chosen: impl Fn(T) -> bool + Copy + Send + Sync + 'static,
    /// Chooses a value.
    choose: impl Fn(T) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let options = options.into_iter().map(|(value, label)| {
        let is_chosen = move || is_chosen(value);
        view! {
            <label class:chosen=is_chosen>
                <input type="radio" name=name prop:checked=is_chosen on:change=move |_| choose(value) />
                {label}
            </label>
        }
    });
    view! {
        <fieldset class="segmented">
            <legend class="visually-hidden">{legend}</legend>
            {options.collect_view()}
        </fieldset>
    }
}
