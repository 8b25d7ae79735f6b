//! Figures to play with, each beside its text. Figures of a run show the frames that the worker has
//! sent; the others compute what they show.

mod arguments;
mod arrow;
mod choice;
mod discount;
mod gae_weights;
mod minibatches;
mod networks;
mod plane;
mod policy;
mod recordings;
mod returns;
mod reward;
mod rollout;
mod seeds;
mod shuffle;
mod slider;
mod variance;

use std::time::Duration;

use leptos::prelude::*;

use crate::course::Figure;
use crate::ui::lab::use_lab;
use policy_lab::history::History;
use policy_lab::protocol::Frame;

/// Time between two redraws of a run: short enough to follow it, long enough to see each picture.
const PULSE: Duration = Duration::from_millis(600);

/// Said where a run has carts and no networks to draw.
const OWN_NETWORKS: &str =
    "Your own code trains, and its networks stay with it. A run of the Lab draws its networks here";

/// Returns the newest rollout of a run whose environments have carts.
fn carts(history: &History) -> Option<&Frame> {
    let info = history.run.info.as_ref()?;
    let frame = history.run.frame.as_ref();
    // A loop of the reader's may have carts of its own.
    frame.filter(|_| info.config.env_id.task().is_none())
}

/// Returns a signal that changes every [`PULSE`] for as long as the figure is mounted.
fn pulse() -> RwSignal<u32> {
    let beat = RwSignal::new(0_u32);
    let count = move || beat.update(|beat| *beat = beat.wrapping_add(1));
    every(PULSE, count);
    beat
}

/// Calls `act` again and again for as long as the figure is mounted.
fn every(period: Duration, act: impl Fn() + 'static) {
    if let Ok(handle) = set_interval_with_handle(act, period) {
        on_cleanup(move || handle.clear());
    }
}

/// Says what a figure without a picture waits for.
fn empty(said: &'static str) -> impl IntoView {
    // A loop of the reader's sends its carts and keeps its networks.
    let is_own = use_lab().run.memo(|history| {
        let frame = history.run.frame.as_ref();
        frame.is_some_and(|frame| frame.parameters.is_empty())
    });
    view! { <p class="empty-figure">{move || if is_own.get() { OWN_NETWORKS } else { said }}</p> }
}

/// Shows a figure with its caption. A link such as `?lesson=baselines#figure-variance` leads to it.
#[component]
pub fn FigureView(
    /// The figure's name in the texts.
    name: String,
    /// The caption, HTML.
    caption: String,
) -> impl IntoView {
    let figure = Figure::find(&name).map(|figure| match figure {
        Figure::Returns => view! { <returns::Returns /> }.into_any(),
        Figure::GaeWeights => view! { <gae_weights::GaeWeights /> }.into_any(),
        Figure::Minibatches => view! { <minibatches::Minibatches /> }.into_any(),
        Figure::Rollout => view! { <rollout::RolloutTraces /> }.into_any(),
        Figure::Networks => view! { <networks::LiveNetworks /> }.into_any(),
        Figure::Policy => view! { <policy::PolicyPlane /> }.into_any(),
        Figure::Reward => view! { <reward::RewardSurface /> }.into_any(),
        Figure::Recordings => view! { <recordings::Recordings /> }.into_any(),
        Figure::Arguments => view! { <arguments::Arguments /> }.into_any(),
        Figure::Discount => view! { <discount::DiscountArrows /> }.into_any(),
        Figure::Variance => view! { <variance::VarianceLab /> }.into_any(),
        Figure::Seeds => view! { <seeds::SeedSpread /> }.into_any(),
        Figure::DrawSeeds => view! { <seeds::DrawSeeds /> }.into_any(),
    });
    let place = format!("figure-{name}");
    view! {
        <figure id=place.clone() class="figure" tabindex="-1" data-testid=place>
            {figure} <figcaption class="prose" inner_html=caption></figcaption>
        </figure>
    }
}
