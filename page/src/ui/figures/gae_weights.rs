//! How GAE's weights move with lambda.

use leptos::prelude::*;

use crate::course::{word, words};
use crate::ui::figures::slider::Slider;

/// Residuals and estimates that are drawn.
const SHOWN: usize = 24;
/// Height of the first bar, in the units of the drawing.
const TALL: f64 = 60.0;
/// From one bar to the next.
const WIDE: f64 = 10.0;

/// Two rows of bars, and two numbers to move.
#[component]
pub fn GaeWeights() -> impl IntoView {
    let gamma = RwSignal::new(0.99_f64);
    let lambda = RwSignal::new(0.95_f64);
    let residual = move |l: usize| (gamma.get() * lambda.get()).powi(l as i32);
    let estimate = move |l: usize| (1.0 - lambda.get()) * lambda.get().powi(l as i32);
    let reach = move || {
        let product = gamma.get() * lambda.get();
        if product < 1.0 {
            words(
                "gae.reach",
                &[("sum", &format!("{:.1}", 1.0 / (1.0 - product)))],
            )
        } else {
            word("gae.endless").to_owned()
        }
    };
    let extreme = move || match lambda.get() {
        0.0 => word("gae.zero"),
        1.0 => word("gae.one"),
        _ => word("gae.between"),
    };
    view! {
        <Slider label="λ" value=lambda range=(0.0, 1.0) step=0.01 />
        <Slider label="γ" value=gamma range=(0.8, 1.0) step=0.005 />
        <Bars title=word("gae.residuals") label=word("gae.residuals.label") weight=residual />
        <Bars title=word("gae.estimates") label=word("gae.estimates.label") weight=estimate />
        <p class="formula" aria-live="polite">{reach} " " {extreme}</p>
    }
}

#[component]
fn Bars(
    /// What they weigh: HTML.
    title: &'static str,
    /// The same without formulas.
    label: &'static str,
    /// The weight of each.
    weight: impl Fn(usize) -> f64 + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let bar = move |l: usize| {
        // The first is the largest; where it is 0, all are.
        let height = move || (weight(l) / weight(0).max(1e-9) * TALL).max(0.4);
        view! {
            <rect
                x=l as f64 * WIDE + 1.0
                width=WIDE - 2.0
                y=move || TALL - height()
                height=height
                class="bar"
            >
                <title>{move || format!("{l}: {:.3}", weight(l))}</title>
            </rect>
        }
    };
    view! {
        <p class="hint">
            <span inner_html=title></span>
            " "
            {move || words("gae.first", &[("weight", &format!("{:.2}", weight(0)))])}
        </p>
        <svg class="bars" viewBox=format!("0 0 {} {}", WIDE * SHOWN as f64, TALL + 1.0) role="img" aria-label=label>
            {(0..SHOWN).map(bar).collect_view()}
            <line x1="0" x2=WIDE * SHOWN as f64 y1=TALL y2=TALL class="axis" />
        </svg>
    }
}
