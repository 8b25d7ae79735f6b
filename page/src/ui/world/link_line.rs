//! The line below the choice of the environment that leads to the reader's own world.

use leptos::prelude::*;

use super::state::use_world;
use crate::ui::lab::use_lab;
use crate::ui::place::open_view;
use policy_lab::config::draft::Draft;
use policy_lab::config::url::View;

/// Shows the way to a class of one's own or, where the form names one, to its text.
#[component]
pub fn WorldLink() -> impl IntoView {
    let (lab, world) = (use_lab(), use_world());
    let chosen = Memo::new(move |_| {
        let id = lab.settings.draft.with(Draft::env_id);
        id.own_program().is_some().then_some(id)
    });
    let open = move |_| {
        if let Some(id) = chosen.get_untracked() {
            world.open_class(id);
        }
        open_view(lab, View::World);
    };
    let said = move || match chosen.get() {
        Some(id) => format!("Change the class {}", id.spec().name()),
        None => "Write your own world".to_owned(),
    };
    view! {
        <p class="world-link">
            <button class="link" data-testid="write-world" on:click=open>{said}</button>
        </p>
    }
}
