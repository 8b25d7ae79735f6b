//! The reward of the current settings, as a map over position and angle.

use leptos::prelude::*;

use crate::ui::figures::plane::{Plane, Shades, shades};
use crate::ui::figures::slider::Slider;
use crate::ui::lab::use_lab;
use crate::view::actions::number_of;
use crate::view::plain_table::extremes;
use crate::view::settings::reward_names;
use policy_lab::config::draft::Draft;
use policy_lab::config::fields::Field;
use policy_lab::config::world::step_reward;

/// Names of a cart's rewards to try, and their texts as values of the field `reward`.
const EXAMPLES: [(&str, &str); 4] = [
    ("The environment’s own", ""),
    ("Position only", "1 - abs(x / 2.4)"),
    ("Angle only", "1 - abs(theta / 0.2095)"),
    ("Both", "(2 - abs(theta / 0.2095) - abs(x / 2.4)) / 2"),
];

/// Shows the map, and rewards to use in the settings.
#[component]
pub fn RewardSurface() -> impl IntoView {
    let lab = use_lab();
    let omega = RwSignal::new(0.0);
    let v = RwSignal::new(0.0);
    let paid = Memo::new(move |_| {
        let rest = [0.0, v.get() as f32, 0.0, omega.get() as f32];
        lab.settings.config.with(|config| {
            let pay = step_reward(config.as_ref().ok()?)?;
            Some(shades((0, 2), rest, pay))
        })
    });
    let bounds = Memo::new(move |_| {
        let bounds = paid.with(|paid| extremes(paid.iter().flatten().copied()));
        bounds.unwrap_or((f32::INFINITY, f32::NEG_INFINITY))
    });
    let drawn = move || {
        let (low, high) = bounds.get();
        // If all rewards are equal there is one shade.
        let span = (high - low).max(1e-6);
        let scale = |pay: f32| match pay.is_finite() {
            true => 0.5 + (pay - low) / span / 2.0,
            false => 0.0,
        };
        let paid = paid.get().unwrap_or_default().into_iter();
        Shades {
            values: paid.map(scale).collect(),
            points: Vec::new(),
        }
    };
    // The reward behind a shade.
    let written = move |shade: f32| {
        let (low, high) = bounds.get();
        let pay = f64::from(low) + f64::from(2.0 * shade - 1.0) * f64::from(high - low);
        match shade < 0.5 {
            true => "no number".to_owned(),
            false => number_of(pay as f32),
        }
    };
    let range = move || {
        let (low, high) = bounds.get();
        let [low, high] = [low, high].map(number_of);
        format!("A step into a state with these x and θ pays from {low} (pale) to {high} (deep)")
    };
    // Why there is no map.
    let unseen = move || {
        lab.settings.config.with(|config| match config {
            Err(_) => "The settings cannot be read; the form says why".to_owned(),
            Ok(config) if config.env_id.is_cart() => {
                "This reward reads the action too, so a state alone has none to show".to_owned()
            }
            Ok(config) => {
                let names = reward_names(config.env_id).map(|names| format!(". {names}"));
                "The map is of a cart’s position and angle: choose an environment with a cart to see it"
                    .to_owned()
                    + &names.unwrap_or_default()
            }
        })
    };
    let has_cart = Memo::new(move |_| lab.settings.draft.with(Draft::env_id).is_cart());
    let put = move |text: &'static str| {
        if let Some(field) = Field::find("reward") {
            (lab.settings.draft).update(|draft| draft.set_text(field, text));
        }
    };
    view! {
        <Show
            when=move || paid.with(Option::is_some)
            fallback=move || view! { <p class="empty-figure">{unseen}</p> }
        >
            <Plane plane=Signal::derive(|| (0, 2)) shades=Signal::derive(drawn) label=Signal::derive(range) written>
                <p class="hint">{range}</p>
            </Plane>
            <Slider label="ω" value=omega range=(-10.0, 10.0) step=0.1 />
            <Slider label="v" value=v range=(-3.0, 3.0) step=0.1 />
        </Show>
        <Show when=move || has_cart.get()>
            <div class="figure-actions">
                {EXAMPLES
                    .map(|(name, text)| {
                        view! { <button class="quiet" on:click=move |_| put(text)>{name}</button> }
                    })}
            </div>
        </Show>
    }
}
