//! The plane of both parameters: arrows from the origin, a cloud of estimates, an ellipse.

use leptos::prelude::*;

use super::{DOTS, Variance};
use crate::ui::figures::arrow::{arrow, written};

/// Half of the picture's side, in the units of the drawing.
const HALF: f64 = 100.0;

/// Shows the estimates of the chosen estimator, their exact mean and deviation, and the true
/// gradient.
#[component]
pub fn Picture(
    /// The state of the figure.
    lab: Variance,
) -> impl IntoView {
    let truth = lab.truth;
    let scale = move || HALF / f64::from(lab.reach.get());
    let at = move |[x, y]: [f64; 2]| (x * scale(), -y * scale());
    let moments = Memo::new(move |_| lab.of(lab.estimator.get()));
    let dot = move |index: usize| {
        let place = move || {
            let dot = lab.dots.with(|dots| dots.get(index).copied());
            at(dot.unwrap_or_default())
        };
        view! { <circle class="dot" cx=move || place().0 cy=move || place().1 r="2" /> }
    };
    let ellipse = move || moments.get().ellipse();
    let turned = move || {
        let (x, y) = at(moments.get().mean);
        let degrees = -ellipse().angle_rad.to_degrees();
        format!("translate({x:.2} {y:.2}) rotate({degrees:.2})")
    };
    let label = move || {
        let (name, batch, moments) = (lab.name(lab.estimator.get()), lab.batch(), moments.get());
        format!(
            "Estimates of the gradient by {name} with a batch of {batch}. The true gradient is {}, \
             the mean of the estimates is {}, bias {:.3}, variance {:.3}",
            written(truth),
            written(moments.mean),
            moments.bias(truth),
            moments.variance()
        )
    };
    let outside = move || {
        let reach = f64::from(lab.reach.get());
        let is_outside = |dot: &&[f64; 2]| dot.iter().any(|part| part.abs() > reach);
        let count = lab.dots.with(|dots| dots.iter().filter(is_outside).count());
        (count > 0).then(|| format!("{count} of {DOTS} estimates lie outside the picture"))
    };
    let reach = move || lab.reach.get();
    view! {
        <div class="variance-picture">
            <div class="plane">
                <span class="up">"θ₁"</span>
                <svg class="cloud" viewBox="-100 -100 200 200" role="img" aria-label=label>
                    <path class="axis" d="M-100 0H100M0 -100V100" />
                    {(0..DOTS).map(dot).collect_view()}
                    <path class="truth" d=move || arrow(at(truth)) />
                    <ellipse
                        class="deviation"
                        rx=move || ellipse().radii[0] * scale()
                        ry=move || ellipse().radii[1] * scale()
                        transform=turned
                    />
                    <path class="mean" d=move || arrow(at(moments.get().mean)) />
                </svg>
                <span class="across">
                    <span>{move || format!("−{}", reach())}</span>
                    <span>"θ₀"</span>
                    <span>{reach}</span>
                </span>
            </div>
            <ul class="cloud-key">
                <li class="key-truth">"true gradient"</li>
                <li class="key-mean">"mean of the estimates"</li>
                <li class="key-deviation">"one standard deviation"</li>
                <li class="key-dot">"a batch’s estimate"</li>
            </ul>
            <p class="hint">{outside}</p>
        </div>
    }
}
