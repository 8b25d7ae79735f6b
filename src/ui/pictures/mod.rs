//! Pictures to play with, each beside the text that it belongs to. Those that show a run take what the worker has sent
//! of it; the others compute what they show.

mod arguments;
mod gae_weights;
mod minibatches;
mod networks;
mod plane;
mod policy;
mod recordings;
mod returns;
mod reward;
mod rollout;
mod slider;

use leptos::prelude::*;

use crate::course::Drawing;

/// A picture with its caption.
#[component]
pub fn Picture(
    /// Its name in the texts.
    name: String,
    /// HTML.
    caption: String,
) -> impl IntoView {
    let drawing = Drawing::find(&name).map(|drawing| match drawing {
        Drawing::Returns => view! { <returns::Returns /> }.into_any(),
        Drawing::GaeWeights => view! { <gae_weights::GaeWeights /> }.into_any(),
        Drawing::Minibatches => view! { <minibatches::Minibatches /> }.into_any(),
        Drawing::Rollout => view! { <rollout::RolloutTraces /> }.into_any(),
        Drawing::Networks => view! { <networks::LiveNetworks /> }.into_any(),
        Drawing::Policy => view! { <policy::PolicyPlane /> }.into_any(),
        Drawing::Reward => view! { <reward::RewardSurface /> }.into_any(),
        Drawing::Recordings => view! { <recordings::Recordings /> }.into_any(),
        Drawing::Arguments => view! { <arguments::Arguments /> }.into_any(),
    });
    view! {
        <figure class="picture" data-testid=format!("picture-{name}")>
            {drawing} <figcaption class="prose" inner_html=caption></figcaption>
        </figure>
    }
}
