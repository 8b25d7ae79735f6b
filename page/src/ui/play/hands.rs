//! The reader's controls: keys, nudges, pushes, and the speed.

use leptos::ev::{KeyboardEvent, MouseEvent, PointerEvent};
use leptos::prelude::*;

use crate::ui::play::stage::CartStage;
use policy_lab::policy::play::{Push, Target};

/// Weakest and strongest nudge, and the distance between neighbouring strengths, in rad/s or m/s.
/// If every push counters a nudge, a pole stays within its 12 degrees up to 2.4 rad/s.
const STRENGTHS: (f64, f64, f64) = (0.2, 3.0, 0.1);
/// Speeds to choose from, and their names on the page.
const SPEEDS: [(f64, &str); 3] = [(1.0, "1×"), (0.5, "½×"), (0.25, "¼×")];

/// Handles a pressed key. Input fields keep all keys, buttons the space bar.
pub fn key_down(stage: CartStage, event: &KeyboardEvent) {
    let tag = event_target::<web_sys::Element>(event).tag_name();
    let is_field = tag == "INPUT" || tag == "SELECT";
    if is_field || event.ctrl_key() || event.alt_key() || event.meta_key() {
        return;
    }
    match event.key().as_str() {
        "ArrowLeft" | "ArrowRight" => {
            event.prevent_default();
            if !event.repeat() {
                stage.push(side(event), true);
            }
        }
        "a" | "A" | "d" | "D" if !event.repeat() => stage.nudge(side(event)),
        " " if tag != "BUTTON" => {
            event.prevent_default();
            if !event.repeat() {
                stage.toggle();
            }
        }
        _ => {}
    }
}

/// Handles a released key.
pub fn key_up(stage: CartStage, event: &KeyboardEvent) {
    if matches!(event.key().as_str(), "ArrowLeft" | "ArrowRight") {
        stage.push(side(event), false);
    }
}

fn side(event: &KeyboardEvent) -> Push {
    match event.key().as_str() {
        "ArrowLeft" | "a" | "A" => Push::Left,
        _ => Push::Right,
    }
}

/// Shows two large buttons for fingers.
#[component]
pub fn Pushes(
    /// The cart.
    stage: CartStage,
) -> impl IntoView {
    let button = move |push: Push, name: &'static str| {
        let press = move |_: PointerEvent| stage.push(push, true);
        let release = move |_: PointerEvent| stage.push(push, false);
        // Keep the focus on the picture, which receives the keys.
        let keep_focus = move |event: MouseEvent| event.prevent_default();
        // A click without a pointer comes from the keyboard or a screen reader.
        let click = move |event: MouseEvent| {
            if event.detail() == 0 {
                stage.push(push, true);
                stage.push(push, false);
            }
        };
        view! {
            <button
                on:pointerdown=press
                on:pointerup=release
                on:pointercancel=release
                on:pointerleave=release
                on:mousedown=keep_focus
                on:click=click
            >
                {name}
            </button>
        }
    };
    view! {
        <div class="play-pushes" role="group" aria-label="Push the cart">
            {button(Push::Left, "← Push left")} {button(Push::Right, "Push right →")}
        </div>
        <p class="hint">"This cart is pushed at every step. With nothing pressed it repeats the last push"</p>
    }
}

/// Shows the choice of what to nudge and how strongly, and a button for each side.
#[component]
pub fn Nudges(
    /// The cart.
    stage: CartStage,
) -> impl IntoView {
    let choices = stage.choices;
    let (weakest, strongest, step) = STRENGTHS;
    let slide = move |event| {
        if let Ok(strength) = event_target_value(&event).parse() {
            choices.strength.set(strength);
        }
    };
    let choose = move |event| {
        choices
            .target
            .set(match event_target_value(&event).as_str() {
                "cart" => Target::Cart,
                _ => Target::Pole,
            });
    };
    let is = move |target: Target| choices.target.get() == target;
    let strength = move || {
        let unit = match choices.target.get() {
            Target::Pole => "rad/s",
            Target::Cart => "m/s",
        };
        format!("{:.1} {unit}", choices.strength.get())
    };
    view! {
        <div class="play-row">
            <button data-testid="nudge-left" on:click=move |_| stage.nudge(Push::Left)>"Nudge left"</button>
            <button data-testid="nudge-right" on:click=move |_| stage.nudge(Push::Right)>"Nudge right"</button>
            <label>
                <span>"What"</span>
                <select on:change=choose>
                    <option value="pole" prop:selected=move || is(Target::Pole)>"the pole"</option>
                    <option value="cart" prop:selected=move || is(Target::Cart)>"the cart"</option>
                </select>
            </label>
            <label class="play-strength">
                <span>"Strength"</span>
                <input
                    type="range"
                    data-testid="touch-strength"
                    min=weakest
                    max=strongest
                    step=step
                    prop:value=move || choices.strength.get().to_string()
                    aria-valuetext=strength
                    on:input=slide
                />
                <output>{strength}</output>
            </label>
        </div>
    }
}

/// Shows the buttons to pause, step and start over, and the choice of speed.
#[component]
pub fn Hands(
    /// The cart.
    stage: CartStage,
) -> impl IntoView {
    let choose = move |event| {
        let speed = event_target_value(&event).parse().ok();
        stage.choices.speed.set(speed);
    };
    let options = SPEEDS.map(|(speed, label)| {
        let is_chosen = move || (stage.speed() - speed).abs() < 1e-9;
        view! { <option value=speed prop:selected=is_chosen>{label}</option> }
    });
    view! {
        <div class="play-row">
            <button data-testid="touch-hold" on:click=move |_| stage.toggle()>
                {move || if stage.runs.get() { "Hold the cart" } else { "Let the cart go on" }}
            </button>
            <button data-testid="touch-step" disabled=move || stage.runs.get() on:click=move |_| stage.step()>
                "One step"
            </button>
            <button data-testid="touch-restart" title="Begin again with the first episode, in the same first state" on:click=move |_| stage.restart()>
                "Start over"
            </button>
            <label>
                <span>"Speed"</span>
                <select data-testid="touch-speed" on:change=choose>{options}</select>
            </label>
        </div>
    }
}
