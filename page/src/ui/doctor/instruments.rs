//! The Lab's instruments on a script: its health update by update, and a minibatch under the
//! clip.

use leptos::prelude::*;

use crate::view::doctor::report::{ClippedBatch, DoctorReport, DoctorSign, paths};

/// Width and height of the picture of a sign.
const SPARK: (f64, f64) = (120.0, 28.0);
/// Width and height of the picture of the clip.
const CLIP: (f64, f64) = (320.0, 160.0);

/// Shows what there is, folded.
pub fn instruments(report: &DoctorReport) -> impl IntoView + use<> {
    let signs: Vec<_> = report.signs.iter().map(sign).collect();
    let has_signs = !signs.is_empty();
    let batch = report.clip.as_ref().map(clip);
    (has_signs || batch.is_some()).then(|| {
        view! {
            <details class="doctor-instruments" data-testid="doctor-instruments">
                <summary>"Its health, update by update"</summary>
                <ul class="doctor-signs">{signs}</ul>
                {batch}
            </details>
        }
    })
}

fn number(value: Option<f64>) -> String {
    format!("{:.2}", value.unwrap_or(0.0))
}

fn sign(sign: &DoctorSign) -> impl IntoView + use<> {
    let [path] = paths([&sign.values], SPARK);
    let (width, height) = SPARK;
    let (first, last) = (sign.values.first().copied(), sign.values.last().copied());
    let numbers = format!("{} to {}", number(first), number(last));
    let label = format!("{}: from {numbers}", sign.name);
    view! {
        <li>
            <svg viewBox=format!("-2 -2 {} {}", width + 4.0, height + 4.0) role="img" aria-label=label>
                <path class="doctor-after" d=path />
            </svg>
            <span class="doctor-sign">{sign.name.clone()}</span>
            <span class="doctor-numbers">{numbers}</span>
            <span class="hint">{sign.said.clone()}</span>
        </li>
    }
}

fn clip(batch: &ClippedBatch) -> impl IntoView + use<> {
    let (width, height) = CLIP;
    let samples: Vec<_> = batch.samples().collect();
    let held = samples.iter().filter(|it| it.is_held).count();
    let said = format!(
        "{} samples of one of its minibatches, by the loss in line {}: the ratio across, the advantage upwards. The clip holds {held} of them back",
        samples.len(),
        batch.line
    );
    let dots: Vec<_> = samples
        .iter()
        .map(|it| {
            let class = if it.is_held { "doctor-held" } else { "doctor-free" };
            view! { <circle class=class cx=format!("{:.1}", it.x * width) cy=format!("{:.1}", it.y * height) r="2" /> }
        })
        .collect();
    let bounds: Vec<_> = [batch.low, batch.high]
        .map(|bound| {
            let x = format!("{:.1}", batch.across(bound) * width);
            view! { <line class="doctor-bound" x1=x.clone() x2=x y1="0" y2=height.to_string() /> }
        })
        .into_iter()
        .collect();
    let middle = (height / 2.0).to_string();
    view! {
        <figure class="doctor-clip" data-testid="doctor-clip">
            <figcaption>{said.clone()}</figcaption>
            <svg viewBox=format!("-3 -3 {} {}", width + 6.0, height + 6.0) role="img" aria-label=said>
                <line class="doctor-zero" x1="0" x2=width.to_string() y1=middle.clone() y2=middle />
                {bounds}
                {dots}
            </svg>
            <p class="doctor-key"><span class="doctor-free">"learned from"</span> <span class="doctor-held">"held back"</span></p>
            <p><a href="?view=clip">"The same picture, sample by sample"</a></p>
        </figure>
    }
}
