//! One large cart: the reader balances its pole before anything trains, and nudges it while the
//! policy does.

use leptos::ev::{self, KeyboardEvent, PointerEvent};
use leptos::prelude::*;

use super::facts::Caught;
use super::hands::{key_down, key_up};
use super::play_box::PlayBox;
use super::stage::{Choices, PlayStage};
use crate::ui::browser::storage;
use crate::ui::lab::use_lab;
use policy_lab::policy::play::{Driver, Play};

/// The key of the reader's longest episode in the browser's storage.
const KEY: &str = "policy-lab-balance";

/// Returns the steps of the reader's longest episode on earlier visits.
pub fn kept_best() -> Option<u32> {
    storage::get(KEY)?.parse().ok()
}

/// Forgets it.
pub fn forget_best() {
    storage::remove(KEY);
}

/// Shows the cart. The reader drives it as long as there is no run.
#[component]
pub fn Balance(
    /// The reader's choices, kept while all carts are on show.
    choices: Choices,
    /// Steps of the reader's longest episode so far.
    best: RwSignal<Option<u32>>,
) -> impl IntoView {
    let lab = use_lab();
    let stage = PlayStage::new(lab, choices);
    let has_run = Memo::new(move |_| lab.can_reset());
    Effect::new(move || {
        stage.drive(match has_run.get() {
            true => Driver::Sampled,
            false => Driver::Player,
        });
    });
    Effect::new(move || {
        let steps = (stage.view).with(|view| Some(view.as_ref()?.best?.steps));
        let steps = steps.filter(|_| choices.driver.get_untracked() == Driver::Player);
        if let Some(steps) = steps
            && Some(steps) > best.get_untracked()
        {
            best.set(Some(steps));
            // Where no pole can fall, each episode lasts as long as it may.
            let can_fall = |play: &Option<Play>| play.as_ref().is_some_and(Play::can_fall);
            if choices.play.with_value(can_fall) {
                // Without storage the next visit begins without it.
                storage::set(KEY, &steps.to_string());
            }
        }
    });
    // The number of the push: the left one comes first.
    let side = move |event: &PointerEvent| {
        let middle = stage.size.get_untracked().0 / 2.0;
        u32::from(f64::from(event.offset_x()) >= middle)
    };
    let press = move |event: PointerEvent| match has_run.get_untracked() {
        true => stage.touch(f64::from(event.offset_x())),
        false => stage.hold(side(&event), true),
    };
    // Who has clicked nowhere yet can push at once; the other keys ask for the focus.
    let is_free = |event: &KeyboardEvent| {
        let tag = event_target::<web_sys::Element>(event).tag_name();
        match tag.as_str() {
            "DIV" => true,
            "BODY" | "MAIN" | "BUTTON" => event.key().starts_with("Arrow"),
            _ => false,
        }
    };
    let down = window_event_listener(ev::keydown, move |event| {
        if is_free(&event) {
            key_down(stage, &event);
        }
    });
    let up = window_event_listener(ev::keyup, move |event| key_up(stage, &event));
    on_cleanup(move || {
        down.remove();
        up.remove();
    });
    view! {
        <figure class="carts balance">
            <PlayBox stage class="carts-box play-box" keys="balance-keys" test_id="balance">
                <canvas
                    node_ref=stage.node
                    data-testid="cart-grid"
                    on:pointerdown=press
                    on:pointerup=move |event| stage.hold(side(&event), false)
                    on:pointercancel=move |_| stage.let_go()
                    on:pointerleave=move |_| stage.let_go()
                ></canvas>
            </PlayBox>
            <Show
                when=move || has_run.get()
                fallback=|| view! {
                    <figcaption id="balance-keys">
                        <b>"Balance it yourself, in slow motion"</b>
                        <span class="for-keys">"Hold ← or →, or press the left or right half"</span>
                        <span class="for-touch">"Hold the left or right half of the picture"</span>
                    </figcaption>
                }
            >
                <figcaption id="balance-keys">
                    <b>"Now the network balances it"</b>
                    <span>"Press beside the pole to nudge it"</span>
                    <Caught stage />
                </figcaption>
            </Show>
        </figure>
    }
}
