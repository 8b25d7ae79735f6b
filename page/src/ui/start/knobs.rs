//! The three settings that the view offers: pace, learning rate and luck.

use leptos::prelude::*;

use super::super::lab::{PaceChoice, use_lab};
use crate::view::rates::rates;
use policy_lab::config::fields::Field;

/// Shows the settings.
#[component]
pub fn Knobs() -> impl IntoView {
    view! {
        <div class="start-knobs">
            <fieldset class="segmented">
                <legend class="visually-hidden">"Pace"</legend>
                <PaceTab pace=PaceChoice::Watch name="Watch" />
                <PaceTab pace=PaceChoice::Full name="Full speed" />
            </fieldset>
            {Field::find("learning_rate").map(|field| view! { <RateKnob field /> })}
            {Field::find("seed").map(|field| view! { <SeedKnob field /> })}
        </div>
    }
}

#[component]
fn PaceTab(
    /// The pace.
    pace: PaceChoice,
    /// Its name on the page.
    name: &'static str,
) -> impl IntoView {
    let lab = use_lab();
    let is_chosen = move || lab.run.pace.get() == pace;
    view! {
        <label class:chosen=is_chosen>
            <input type="radio" name="start-pace" prop:checked=is_chosen on:change=move |_| lab.choose_pace(pace) />
            {name}
        </label>
    }
}

/// Shows the learning rates to choose from.
#[component]
fn RateKnob(
    /// The field of the learning rate.
    field: &'static Field,
) -> impl IntoView {
    let draft = use_lab().settings.draft;
    let text = Memo::new(move |_| draft.with(|draft| draft.text(field)));
    let choices = Memo::new(move |_| {
        let preset = draft.with(|draft| draft.default_text(field));
        rates(&preset, &text.get())
    });
    let options = move || {
        let choices = choices.get().into_iter();
        choices
            .map(|choice| {
                let own = choice.text.clone();
                view! {
                    <option value=choice.text prop:selected=move || text.with(|text| *text == own)>{choice.name}</option>
                }
            })
            .collect_view()
    };
    view! {
        <label for="start-rate">"learning_rate"</label>
        <select
            id="start-rate"
            on:change=move |event| draft.update(|draft| draft.set_text(field, &event_target_value(&event)))
        >
            {options}
        </select>
    }
}

/// Shows the seed, which decides the luck of a run.
#[component]
fn SeedKnob(
    /// The field of the seed.
    field: &'static Field,
) -> impl IntoView {
    let draft = use_lab().settings.draft;
    view! {
        <label for="start-seed">"seed (luck)"</label>
        <input
            id="start-seed"
            type="text"
            inputmode="numeric"
            autocomplete="off"
            prop:value=move || draft.with(|draft| draft.text(field))
            on:input=move |event| draft.update(|draft| draft.set_text(field, &event_target_value(&event)))
        />
    }
}
