//! What a change of a field changes, and the way back.

use leptos::prelude::*;

use super::TITLE;
use crate::ui::browser::focus;
use crate::ui::lab::use_lab;
use crate::view::settings::change;
use policy_lab::config::fields::{Field, FieldKind};

/// Says what the reader's value changes, with a button to go back to the preset's. A cart's reward
/// leads to its picture.
#[component]
pub fn Change(
    /// The hyperparameter.
    field: &'static Field,
) -> impl IntoView {
    let lab = use_lab();
    let key = field.key;
    let said = move || lab.settings.draft.with(|draft| change(draft, field));
    let default = Memo::new(move |_| lab.settings.draft.with(|draft| draft.default_text(field)));
    let shown = move || match (field.kind, default.get()) {
        (FieldKind::Switch, text) => if text == "true" { "on" } else { "off" }.to_owned(),
        (_, text) if text.is_empty() => "none".to_owned(),
        (_, text) => text,
    };
    let go_back = move |_| {
        lab.settings.write(key, &default.get_untracked());
        request_animation_frame(move || follow(key));
    };
    let has_picture = Memo::new(move |_| {
        key == "reward" && lab.settings.draft.with(|draft| draft.env_id().is_cart())
    });
    view! {
        <p class="change">
            <span id=format!("{key}-change")>{said}</span>
            " "
            <button class="link" on:click=go_back>"back to " {shown}</button>
            <Show when=move || has_picture.get()>" " <a href="?exercise=S2-E2#figure-reward">"See it as a picture"</a></Show>
        </p>
    }
}

/// Moves the focus that the button took with it when it left: to the field's row, or to the heading
/// if the row has left too.
fn follow(key: &str) {
    for next in [&format!("{key}-about"), TITLE] {
        if focus::holder().is_empty() {
            focus::on(next);
        }
    }
}
