//! The settings whose effect on the minibatch the clip lab shows. They are the form's own fields,
//! so a change here also changes the form.

use leptos::prelude::*;

use super::state::use_clip;
use crate::view::format::trim;
use policy_lab::config::draft::print_number;
use policy_lab::config::fields::Field;

/// Largest clip coefficient on the slider.
const MOST_RANGE: f64 = 0.6;
/// Smallest and largest power of ten on the slider of the learning rate.
const RATES: (f64, f64) = (-5.0, 0.0);
/// Largest number of epochs on the slider.
const MOST_EPOCHS: usize = 20;

/// Shows the controls for epochs, clip coefficient, learning rate, and normalisation of advantages.
#[component]
pub fn Knobs() -> impl IntoView {
    let clip = use_clip();
    let rate = move || clip.setting(|config| config.learning_rate);
    let power = move || rate().map_or(0.0, |rate| rate.max(1e-12).log10());
    let epochs = Signal::derive(move || clip.target.get() as f64 / clip.num_minibatches() as f64);
    let set_range = move |range: f64| clip.set("clip_coef", &print_number(range));
    let without_rollout = Signal::derive(move || !clip.has_rollout() || !clip.is_ready());
    view! {
        <div class="clip-knobs" data-control="clip-knobs" role="group" aria-label="Settings that the minibatch answers to">
            <Knob
                id="clip-epochs-slider"
                label="epochs done"
                value=epochs
                said=Signal::derive(move || trim(format!("{:.2}", epochs.get())))
                range=(0.0, MOST_EPOCHS as f64, 1.0)
                disabled=without_rollout
                on_move=move |epochs| clip.go_to(epochs as usize * clip.num_minibatches())
            />
            <Knob
                id="clip-range-slider"
                label="clip_coef (ε)"
                value=Signal::derive(move || clip.range.get())
                said=Signal::derive(move || print_number(clip.range.get()))
                range=(0.01, MOST_RANGE, 0.01)
                disabled=Signal::derive(move || !clip.is_clipped())
                on_move=set_range
            />
            <Knob
                id="clip-rate-slider"
                label="learning_rate"
                value=Signal::derive(power)
                said=Signal::derive(move || rate().map_or_else(String::new, print_number))
                range=(RATES.0, RATES.1, 0.05)
                disabled=Signal::derive(move || clip.config.with(Option::is_none))
                on_move=move |power| clip.set("learning_rate", &print_number(two_digits(10_f64.powf(power))))
            />
            <div class="clip-switches">
                <Switch id="clip-switch" label="clip" is_on=Signal::derive(move || clip.is_clipped()) on_change=move |_: bool| untrack(|| clip.switch()) help=help("clip_coef") />
                <Switch
                    id="norm-switch"
                    label="norm_adv"
                    is_on=Signal::derive(move || clip.setting(|config| config.norm_adv) == Some(true))
                    on_change=move |on: bool| clip.set("norm_adv", if on { "true" } else { "false" })
                    help=help("norm_adv")
                />
            </div>
            {move || clip.changes().map(|changes| view! {
                <p class="clip-next" data-testid="clip-next">"The next training run has this too: " {changes}</p>
            })}
            <Show when=move || clip.has_rollout()>
                <p class="clip-hint">
                    "Whatever moves, the steps since the rollout are gone again with it, from \
                     the same rollout and over the same minibatches"
                </p>
            </Show>
        </div>
    }
}

fn help(key: &str) -> &'static str {
    Field::find(key).map_or("", |field| field.help)
}

/// Rounds a learning rate to two significant digits, which is as precise as the slider.
fn two_digits(value: f64) -> f64 {
    format!("{value:.1e}").parse().unwrap_or(value)
}

/// Shows a slider with its name and value.
#[component]
fn Knob(
    /// Id of the input.
    id: &'static str,
    /// Its label.
    label: &'static str,
    /// Its value.
    value: Signal<f64>,
    /// The value as text.
    said: Signal<String>,
    /// Smallest value, largest value, and step.
    range: (f64, f64, f64),
    /// True if it cannot be moved now.
    disabled: Signal<bool>,
    /// Called with the new value.
    on_move: impl Fn(f64) + 'static,
) -> impl IntoView {
    let slide = move |event| {
        if let Ok(number) = event_target_value(&event).parse() {
            on_move(number);
        }
    };
    view! {
        <label class="knob" for=id>
            <span>{label}</span>
            <output for=id>{said}</output>
            <input
                id=id
                type="range"
                min=range.0
                max=range.1
                step=range.2
                prop:value=move || value.get().to_string()
                aria-valuetext=said
                prop:disabled=disabled
                on:input=slide
            />
        </label>
    }
}

/// Shows a checkbox with its label.
#[component]
fn Switch(
    /// Id of the input.
    id: &'static str,
    /// Its label.
    label: &'static str,
    /// True if it is on.
    is_on: Signal<bool>,
    /// Called with the new state.
    on_change: impl Fn(bool) + 'static,
    /// The tooltip.
    help: &'static str,
) -> impl IntoView {
    view! {
        <label title=help for=id>
            <input
                id=id
                type="checkbox"
                prop:checked=is_on
                on:change=move |event| on_change(event_target_checked(&event))
            />
            {label}
        </label>
    }
}
