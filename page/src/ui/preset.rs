//! The choice of what to train: the algorithm, and the preset to start from.

use leptos::prelude::*;

use crate::ui::lab::use_lab;
use policy_lab::config::Algorithm;
use policy_lab::config::draft::Draft;
use policy_lab::config::presets::{PRESETS, Preset};

/// Shows the choice of an algorithm and of a preset.
#[component]
pub fn PresetChoice() -> impl IntoView {
    let lab = use_lab();
    let preset = Memo::new(move |_| lab.settings.draft.with(|draft| draft.preset().id));
    let about = move || Preset::find(preset.get()).map(|preset| preset.about);
    let choose = move |event| {
        if let Some(preset) = Preset::find(&event_target_value(&event)) {
            lab.settings.draft.set(Draft::new(preset));
        }
    };
    view! {
        <div class="setup">
            <fieldset class="segmented">
                <legend class="visually-hidden">"Algorithm"</legend>
                {Algorithm::ALL.map(|algorithm| view! { <AlgorithmTab algorithm /> })}
            </fieldset>
            <label class="preset" for="preset">"Preset"</label>
            <select id="preset" aria-describedby="preset-about" on:change=choose>
                {Algorithm::ALL
                    .map(|algorithm| {
                        view! { <optgroup label=algorithm.label()>{options(algorithm, preset)}</optgroup> }
                    })}
            </select>
            <p id="preset-about" class="preset-about">{about}</p>
        </div>
    }
}

/// Shows one of the algorithms. Choosing it loads its first preset.
#[component]
fn AlgorithmTab(
    /// The algorithm.
    algorithm: Algorithm,
) -> impl IntoView {
    let lab = use_lab();
    let is_chosen = Memo::new(move |_| lab.settings.draft.with(Draft::algorithm) == algorithm);
    view! {
        <label class:chosen=is_chosen>
            <input
                type="radio"
                name="algorithm"
                value=algorithm.key()
                prop:checked=is_chosen
                on:change=move |_| lab.settings.draft.set(Draft::new(Preset::first_for(algorithm)))
            />
            {algorithm.label()}
        </label>
    }
}

fn options(algorithm: Algorithm, chosen: Memo<&'static str>) -> impl IntoView {
    PRESETS
        .iter()
        .filter(|preset| (preset.config)().algorithm == algorithm)
        .map(|preset| {
            view! {
                <option value=preset.id prop:selected=move || chosen.get() == preset.id>
                    {preset.label}
                </option>
            }
        })
        .collect_view()
}
