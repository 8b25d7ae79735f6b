//! The box of what is played with, which has the keyboard's focus, and the words over its picture.

use leptos::prelude::*;

use super::stage::PlayStage;
use crate::ui::lab::{Lab, use_lab};
use crate::view::steering;
use policy_lab::policy::play::PlayView;

/// Shows the box. Things move while it is in view.
#[component]
pub fn PlayBox(
    /// What is played with.
    stage: PlayStage,
    /// The classes.
    class: &'static str,
    /// The id of the text about the keys.
    keys: &'static str,
    /// The test id.
    test_id: &'static str,
    /// The canvas.
    children: Children,
) -> impl IntoView {
    let lab = use_lab();
    let said = Memo::new(move |_| stage.view.with(|view| notice(lab, view.as_ref())));
    let label = move || match stage.id.get() {
        Some(id) if id.is_cart() => "The cart",
        Some(id) => steering::env_name(id),
        None => "Nothing to steer",
    };
    view! {
        <div
            class=class
            tabindex="0"
            role="application"
            aria-label=label
            aria-describedby=keys
            data-testid=test_id
            node_ref=stage.around
        >
            {children()}
            {move || said.get().map(|said| view! { <p class="play-notice"><span>{said}</span></p> })}
        </div>
    }
}

/// Returns the text over the picture: why there is none or nothing moves, or how the episode ended.
fn notice(lab: Lab, view: Option<&PlayView>) -> Option<String> {
    let Some(view) = view else {
        let said = match lab.env_id() {
            Some(id) => steering::nothing(id),
            None => "Here a picture appears once the hyperparameters are mended",
        };
        return Some(said.to_owned());
    };
    if let Some(ending) = view.ending {
        return Some(steering::ended(view.id, ending, view.steps));
    }
    // The line above the picture says the rest.
    Some(steering::waiting(view.id, view.wait?).to_owned())
}
