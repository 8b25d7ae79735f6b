//! The picked sample: PPO's formula with the sample's own numbers.

use leptos::prelude::*;

use super::shown::ShownSample;
use super::state::use_clip;
use crate::view::clip_picture::Corner;
use crate::view::clip_sample::about;
use crate::view::format;
use policy_lab::policy::clip::cases::{Surrogate, surrogate};
use policy_lab::policy::clip::summary::StepSide;

/// Shows the formula of the picked sample, line by line.
#[component]
pub fn PickedSample(
    /// The corner of the picture for the card, and its place in CSS pixels.
    card: Memo<Option<(Corner, f64, f64)>>,
) -> impl IntoView {
    let clip = use_clip();
    let shown = expect_context::<ShownSample>();
    let lines = move || {
        let index = clip.picked.get()?;
        let batch = clip.batch()?;
        let sample = shown.samples.with(|samples| samples.get(index))?;
        let (ratio, advantage) = sample;
        let range = shown.is_clipped.get().then(|| shown.range.get());
        let id = clip.made_with.with(|made| Some(made.as_ref()?.env_id))?;
        let about = about(&batch, index, id);
        let logs = match clip.side.get() {
            StepSide::BeforeStep => &batch.log_prob,
            StepSide::AfterStep => &batch.new_log_prob,
        };
        let (now, old) = (logs.get(index)?, batch.old_log_prob.get(index)?);
        let logs = (f64::from(*now), f64::from(*old));
        let formulas = formulas(logs, sample, range);
        let end = verdict(&surrogate(ratio, advantage, range), advantage);
        let raw = f64::from(*batch.advantages.get(index)?);
        let advantage_line = if (raw - advantage).abs() > 1e-6 {
            format!("A = {}, normalised from {}", signed(advantage), signed(raw))
        } else {
            format!("A = {}", signed(raw))
        };
        Some(view! {
            <p class="sample-about">
                {about.0} <span class="sample-state">{about.1}</span>
            </p>
            <div class="sample-lines">
                <p>{advantage_line}</p>
                {formulas.into_iter().map(|line| view! { <p>{line}</p> }).collect_view()}
            </div>
            <p class="sample-verdict">{end}</p>
        })
    };
    let has_batch = move || shown.picture.with(Option::is_some);
    let corner = move || card.get().map_or_else(Corner::default, |card| card.0);
    view! {
        <Show when=has_batch>
            <div
                class="picked-sample"
                class:none=move || clip.picked.get().is_none()
                class:at-right=move || corner().is_right
                class:at-foot=move || corner().is_low
                style:left=move || card.get().map(|card| format!("{}px", card.1))
                style:top=move || card.get().map(|card| format!("{}px", card.2))
                data-control="clip-sample"
                data-testid="picked-sample"
                aria-live="polite"
            >
                {move || match lines() {
                    Some(lines) => lines.into_any(),
                    None => view! {
                        <p class="sample-about">
                            "Pick a sample: press a point"
                            <span class="of-keys">", or go from one to the next with the arrow keys"</span>
                        </p>
                    }
                    .into_any(),
                }}
            </div>
        </Show>
    }
}

/// Returns a line each for the ratio, the product, and with a clip the clipped product and the
/// smaller of the two.
fn formulas(
    (now, old): (f64, f64),
    (ratio, advantage): (f64, f64),
    range: Option<f64>,
) -> Vec<String> {
    let terms = surrogate(ratio, advantage, range);
    let (r, a) = (short(ratio), signed(advantage));
    let (now, old) = (short(now), short(old));
    let unclipped = signed(terms.unclipped);
    let mut lines = vec![
        format!("r = exp(log π − log π_old) = exp({now} − ({old})) = {r}"),
        format!("r A = {r} × ({a}) = {unclipped}"),
    ];
    if let Some(range) = range {
        let (low, high) = (1.0 - range, 1.0 + range);
        let bounded = short(ratio.clamp(low, high));
        let (low, high) = (format::compact(low), format::compact(high));
        let clipped = signed(terms.clipped);
        lines.push(format!(
            "clip(r, {low}, {high}) A = {bounded} × ({a}) = {clipped}"
        ));
        let taken = signed(terms.taken);
        lines.push(format!("min({unclipped}, {clipped}) = {taken}"));
    }
    lines
}

/// Returns a sentence on how the sample changes the policy.
fn verdict(terms: &Surrogate, advantage: f64) -> &'static str {
    match (terms.has_gradient, advantage) {
        (_, 0.0) => "The advantage is 0, so the sample moves nothing",
        (false, advantage) if advantage > 0.0 => {
            "The minimum takes the clipped term, which does not depend on the policy: no gradient. \
             The action has become likely enough"
        }
        (false, _) => {
            "The minimum takes the clipped term, which does not depend on the policy: no gradient. \
             The action has become unlikely enough"
        }
        (true, advantage) if advantage > 0.0 => {
            "The sample has a gradient, and it makes the action likelier"
        }
        (true, _) => "The sample has a gradient, and it makes the action less likely",
    }
}

fn short(value: f64) -> String {
    format!("{value:.3}").replace('-', "−")
}

fn signed(value: f64) -> String {
    format!("{value:+.3}").replace('-', "−")
}
