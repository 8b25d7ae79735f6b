//! One task beside its curve, which the reader steers.

use leptos::prelude::*;

use super::hands::{Hands, Steering, key_down, key_up};
use super::play_box::PlayBox;
use super::stage::{Choices, PlayStage};
use crate::ui::lab::use_lab;
use crate::view::steering;
use policy_lab::envs::EnvId;
use policy_lab::policy::play::Driver;

/// Shows the task.
#[component]
pub fn Steer(
    /// The reader's choices, kept while all environments are on show.
    choices: Choices,
) -> impl IntoView {
    let stage = PlayStage::new(use_lab(), choices);
    Effect::new(move || {
        stage.drive(Driver::Player);
        if let Some(element) = stage.around.get() {
            // Move the focus to the picture, which receives the keys.
            let _ = element.focus();
        }
    });
    let parts = move |id: EnvId| {
        view! {
            <Steering stage id />
            <Hands stage />
            <figcaption id="steer-keys">
                <b>{format!("{}: steer it yourself{}", steering::env_name(id), steering::how_fast(id))}</b>
                <span class="for-keys">{steering::keys(id)}</span>
            </figcaption>
        }
    };
    view! {
        <figure
            class="carts balance"
            on:keydown=move |event| key_down(stage, &event)
            on:keyup=move |event| key_up(stage, &event)
            on:focusout=move |_| stage.let_go()
        >
            <PlayBox stage class="carts-box play-box" keys="steer-keys" test_id="steer">
                <canvas node_ref=stage.node data-testid="cart-grid"></canvas>
            </PlayBox>
            {move || stage.id.get().map(parts)}
        </figure>
    }
}
