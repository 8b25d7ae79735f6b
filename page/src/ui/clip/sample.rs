//! One sample: PPO's formula, filled in with its own numbers.

use leptos::prelude::*;

use super::ShownSample;
use super::state::use_clip;
use crate::course::{word, words};
use crate::view::format;
use policy_lab::policy::clip::cases::{Surrogate, surrogate};
use policy_lab::policy::clip::summary::StepSide;
use policy_lab::protocol::clip_batch::ClipBatch;

/// The formula of the sample that was picked, line by line.
#[component]
pub fn PickedSample() -> impl IntoView {
    let clip = use_clip();
    let shown = expect_context::<ShownSample>();
    let lines = move || {
        let index = clip.picked.get()?;
        let batch = clip.batch()?;
        let (ratio, advantage) = shown.samples.with(|samples| {
            let ratio = samples.ratios.get(index)?;
            Some((
                f64::from(*ratio),
                f64::from(*samples.advantages.get(index)?),
            ))
        })?;
        let range = shown.is_clipped.get().then(|| clip.range.get());
        let about = about(&batch, index);
        let logs = match clip.side.get() {
            StepSide::BeforeStep => &batch.log_prob,
            StepSide::AfterStep => &batch.new_log_prob,
        };
        let (now, old) = (logs.get(index)?, batch.old_log_prob.get(index)?);
        let formulas = formulas(
            (f64::from(*now), f64::from(*old)),
            (ratio, advantage),
            range,
        );
        let end = verdict(&surrogate(ratio, advantage, range), advantage);
        let raw = f64::from(*batch.advantages.get(index)?);
        let advantage_line = if (raw - advantage).abs() > 1e-6 {
            words(
                "clip.sample-advantage-of",
                &[("normal", &signed(advantage)), ("raw", &signed(raw))],
            )
        } else {
            words("clip.sample-advantage", &[("raw", &signed(raw))])
        };
        Some(view! {
            <p class="sample-about">{about}</p>
            <div class="sample-lines">
                <p>{advantage_line}</p>
                {formulas.into_iter().map(|line| view! { <p>{line}</p> }).collect_view()}
            </div>
            <p class="sample-verdict">{end}</p>
        })
    };
    let has_batch = move || shown.picture.with(Option::is_some);
    view! {
        <Show when=has_batch>
            <div class="picked-sample" class:none=move || clip.picked.get().is_none() data-control="clip-sample" data-testid="picked-sample" aria-live="polite">
                {move || match lines() {
                    Some(lines) => lines.into_any(),
                    None => view! { <p class="sample-about">{word("clip.pick")}</p> }.into_any(),
                }}
            </div>
        </Show>
    }
}

/// `Sample 812: x −0.03 m, v 0.41 m/s, θ 0.02 rad, ω −0.31 rad/s; pushed to the right`.
fn about(batch: &ClipBatch, index: usize) -> String {
    let size = batch.obs.len() / batch.advantages.len().max(1);
    let obs = batch.obs.get(index * size..(index + 1) * size);
    let obs = obs.unwrap_or_default();
    let number = format::count(index as u64 + 1);
    let action = batch.actions.get(index).copied().unwrap_or_default();
    if let [x, v, theta, omega] = obs {
        let name = if action > 0.5 {
            "clip.right"
        } else {
            "clip.left"
        };
        let short = |value: &f32| format!("{value:.2}").replace('-', "−");
        let numbers = [short(x), short(v), short(theta), short(omega)];
        return words(
            "clip.sample-cart",
            &[
                ("number", &number),
                ("x", &numbers[0]),
                ("v", &numbers[1]),
                ("theta", &numbers[2]),
                ("omega", &numbers[3]),
                ("action", &word(name)),
            ],
        );
    }
    let seen: Vec<String> = obs
        .iter()
        .map(|value| format::value(f64::from(*value)))
        .collect();
    let seen = seen.join(", ");
    words(
        "clip.sample-probe",
        &[("number", &number), ("obs", &seen), ("action", &action)],
    )
}

/// The ratio, both products, and the smaller of them.
fn formulas(
    (now, old): (f64, f64),
    (ratio, advantage): (f64, f64),
    range: Option<f64>,
) -> Vec<String> {
    let terms = surrogate(ratio, advantage, range);
    let (r, a) = (short(ratio), signed(advantage));
    let mut lines = vec![
        format!(
            "r = exp(log π − log π_old) = exp({} − ({})) = {r}",
            short(now),
            short(old)
        ),
        format!("r A = {r} × ({a}) = {}", signed(terms.unclipped)),
    ];
    if let Some(range) = range {
        let (low, high) = (1.0 - range, 1.0 + range);
        let bounded = short(ratio.clamp(low, high));
        let (low, high) = (format::compact(low), format::compact(high));
        let clipped = signed(terms.clipped);
        lines.push(format!(
            "clip(r, {low}, {high}) A = {bounded} × ({a}) = {clipped}"
        ));
        lines.push(format!(
            "min({}, {clipped}) = {}",
            signed(terms.unclipped),
            signed(terms.taken)
        ));
    }
    lines
}

/// What the sample does to the policy.
fn verdict(terms: &Surrogate, advantage: f64) -> &'static str {
    match (terms.has_gradient, advantage) {
        (_, 0.0) => word("clip.verdict-zero"),
        (false, advantage) if advantage > 0.0 => word("clip.verdict-high"),
        (false, _) => word("clip.verdict-low"),
        (true, advantage) if advantage > 0.0 => word("clip.verdict-raises"),
        (true, _) => word("clip.verdict-lowers"),
    }
}

fn short(value: f64) -> String {
    format!("{value:.3}").replace('-', "−")
}

fn signed(value: f64) -> String {
    format!("{value:+.3}").replace('-', "−")
}
