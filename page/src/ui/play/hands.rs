//! The reader's controls: keys, buttons and sliders, nudges, and the speed.

use leptos::ev::{KeyboardEvent, MouseEvent, PointerEvent};
use leptos::prelude::*;

use crate::ui::play::stage::PlayStage;
use crate::view::actions::number_of;
use crate::view::steering::{button_name, slider_step, steering_key, subject, unpressed};
use policy_lab::envs::{ActionSpace, Control, EnvId};
use policy_lab::policy::play::Target;

/// Weakest and strongest nudge, and the distance between neighbouring strengths, in rad/s or m/s.
/// If every push counters a nudge, a pole stays within its 12 degrees up to 2.4 rad/s.
const STRENGTHS: (f64, f64, f64) = (0.2, 3.0, 0.1);
/// Speeds to choose from, and their names on the page.
const SPEEDS: [(f64, &str); 3] = [(1.0, "1×"), (0.5, "½×"), (0.25, "¼×")];

/// Handles a pressed key. Input fields keep all keys, buttons the space bar.
pub fn key_down(stage: PlayStage, event: &KeyboardEvent) {
    let tag = event_target::<web_sys::Element>(event).tag_name();
    let is_field = tag == "INPUT" || tag == "SELECT";
    if is_field || event.ctrl_key() || event.alt_key() || event.meta_key() {
        return;
    }
    let id = stage.id.get_untracked();
    if let Some(key) = id.and_then(|id| steering_key(id, &event.key())) {
        event.prevent_default();
        if !event.repeat() {
            stage.press(key, true);
        }
        return;
    }
    match event.key().as_str() {
        "a" | "A" if !event.repeat() => stage.nudge(-1.0),
        "d" | "D" if !event.repeat() => stage.nudge(1.0),
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
pub fn key_up(stage: PlayStage, event: &KeyboardEvent) {
    let id = stage.id.get_untracked();
    if let Some(key) = id.and_then(|id| steering_key(id, &event.key())) {
        stage.press(key, false);
    }
}

/// Shows what the reader steers with: a large button for each action, or a slider for each number
/// of a continuous one.
#[component]
pub fn Steering(
    /// What is played with.
    stage: PlayStage,
    /// Its environment.
    id: EnvId,
) -> impl IntoView {
    let (name, controls) = match id.spec().actions {
        ActionSpace::Discrete(names) => {
            let button = |action: usize| view! { <ActionButton stage id action /> };
            let buttons = (0..names.len()).map(button).collect_view();
            let name = match id.is_cart() {
                true => "Push the cart",
                false => "Actions",
            };
            (name, buttons.into_any())
        }
        ActionSpace::Continuous(controls) => {
            let slider = |(place, control): (usize, &'static Control)| {
                view! { <ControlSlider stage place control /> }
            };
            let sliders = controls.iter().enumerate().map(slider).collect_view();
            ("Action", sliders.into_any())
        }
    };
    view! {
        <div class="play-pushes" role="group" aria-label=name>{controls}</div>
        <p class="hint">{unpressed(id)}</p>
    }
}

/// Shows a large button for fingers, which acts while it is pressed.
#[component]
fn ActionButton(
    /// What is played with.
    stage: PlayStage,
    /// Its environment.
    id: EnvId,
    /// The number of the action.
    action: usize,
) -> impl IntoView {
    let number = action as u32;
    let press = move |_: PointerEvent| stage.hold(number, true);
    let release = move |_: PointerEvent| stage.hold(number, false);
    // Keep the focus on the picture, which receives the keys.
    let keep_focus = move |event: MouseEvent| event.prevent_default();
    // A click without a pointer comes from the keyboard or a screen reader, and nobody releases it.
    let click = move |event: MouseEvent| {
        if event.detail() == 0 {
            stage.choose(number);
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
            {button_name(id, action)}
        </button>
    }
}

/// Shows a slider for a number of a continuous action. Keys on the picture move it too.
#[component]
fn ControlSlider(
    /// What is played with.
    stage: PlayStage,
    /// The place of the number in an action.
    place: usize,
    /// The number's name and limits.
    control: &'static Control,
) -> impl IntoView {
    let number =
        Memo::new(move |_| (stage.view).with(|view| view.as_ref()?.sliders.get(place).copied()));
    let now = move || number.get().unwrap_or_default();
    let said = move || number_of(now());
    let slide = move |event| {
        if let Ok(number) = event_target_value(&event).parse() {
            stage.slide(place, number);
        }
    };
    view! {
        <label class="play-slider">
            <span>{control.name}</span>
            <input
                type="range"
                aria-label=control.name
                min=f64::from(control.low)
                max=f64::from(control.high)
                step=slider_step(control)
                prop:value=move || now().to_string()
                aria-valuetext=said
                on:input=slide
            />
            <output>{said}</output>
        </label>
    }
}

/// Shows the choice of what to nudge and how strongly, and a button for each side.
#[component]
pub fn Nudges(
    /// What is played with.
    stage: PlayStage,
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
            <button data-testid="nudge-left" on:click=move |_| stage.nudge(-1.0)>"Nudge left"</button>
            <button data-testid="nudge-right" on:click=move |_| stage.nudge(1.0)>"Nudge right"</button>
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
    /// What is played with.
    stage: PlayStage,
) -> impl IntoView {
    let hold = move || {
        let subject = stage.id.get().map_or("it", subject);
        match stage.runs.get() {
            true => format!("Hold {subject}"),
            false => format!("Let {subject} go on"),
        }
    };
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
                {hold}
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
