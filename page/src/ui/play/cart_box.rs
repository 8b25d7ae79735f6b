//! The box of a cart, which has the keyboard's focus, and the words over its picture.

use leptos::prelude::*;

use super::stage::CartStage;
use crate::ui::lab::{Lab, use_lab};
use policy_lab::policy::play::{Ending, PlayView, Wait};

/// Shows the box. The cart moves while it is in view.
#[component]
pub fn CartBox(
    /// The cart.
    stage: CartStage,
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
    let label = move || match stage.view.with(Option::is_some) {
        true => "The cart",
        false => "No cart",
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

/// Returns the text over the picture: why there is no cart or it does not move, or how the episode
/// ended.
fn notice(lab: Lab, view: Option<&PlayView>) -> Option<String> {
    let Some(view) = view else {
        let said = match lab.env_id().map(|env_id| env_id.task().is_some()) {
            Some(true) => "Only a cart can be steered by hand so far",
            Some(false) => "A probe environment has no cart to touch",
            None => "Here a cart appears once the hyperparameters are mended",
        };
        return Some(said.to_owned());
    };
    if let Some(ending) = view.ending {
        let steps = view.steps;
        return Some(match ending {
            Ending::Fell => format!("✕ Fell after {steps} steps"),
            Ending::LeftTrack => format!("✕ Off the track after {steps} steps"),
            Ending::TimeLimit => format!("✓ Reached the limit of {steps} steps"),
        });
    }
    // The line above the picture says the rest.
    let said = match view.wait? {
        Wait::Policy => "No policy yet",
        Wait::FirstPush => "Your first push begins the episode",
    };
    Some(said.to_owned())
}
