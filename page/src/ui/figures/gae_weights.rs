//! GAE's weights, and how they change with lambda.

use leptos::prelude::*;

use crate::ui::as_table::AsTable;
use crate::ui::figures::slider::Slider;
use crate::view::plain_table::PlainTable;

/// Number of residuals, and of estimates, that are drawn.
const SHOWN: usize = 24;
/// Height of the first bar, in the units of the drawing.
const TALL: f64 = 60.0;
/// Distance from one bar to the next, in the units of the drawing.
const WIDE: f64 = 10.0;

/// Shows two rows of bars, with sliders for gamma and lambda.
#[component]
pub fn GaeWeights() -> impl IntoView {
    let gamma = RwSignal::new(0.99_f64);
    let lambda = RwSignal::new(0.95_f64);
    let residual = move |l: usize| (gamma.get() * lambda.get()).powi(l as i32);
    let estimate = move |l: usize| (1.0 - lambda.get()) * lambda.get().powi(l as i32);
    let reach = move || {
        let product = gamma.get() * lambda.get();
        if product < 1.0 {
            format!(
                "The upper weights add up to {:.1}: about so many steps count.",
                1.0 / (1.0 - product)
            )
        } else {
            "With γλ = 1 every later residual counts in full.".to_owned()
        }
    };
    let extreme = move || match lambda.get() {
        0.0 => "λ = 0 leaves the first bar alone: one step, and then the critic.",
        1.0 => "λ = 1 leaves no weight to any estimate that stops early: the rewards alone decide.",
        _ => "In between, an estimate counts less the longer it waits for the critic.",
    };
    let table = move || {
        let row = |l: usize| {
            let weights = [residual(l), estimate(l)].map(|weight| format!("{weight:.3}"));
            [l.to_string()].into_iter().chain(weights).collect()
        };
        let heads = ["l, or n − 1", "of the residual", "of the estimate"];
        PlainTable::new(&heads, (0..SHOWN).map(row))
    };
    view! {
        <Slider label="λ" value=lambda range=(0.0, 1.0) step=0.01 />
        <Slider label="γ" value=gamma range=(0.8, 1.0) step=0.005 />
        <Bars label="Weights of the residuals, falling by γλ from one to the next" weight=residual>
            "Weight of the residual "
            <math><msub><mi>"δ"</mi><mrow><mi>"t"</mi><mo>"+"</mo><mi>"l"</mi></mrow></msub></math>
            " in the advantage: "
            <math>
                <mo stretchy="false">"("</mo><mi>"γ"</mi><mi>"λ"</mi>
                <msup><mo stretchy="false">")"</mo><mi>"l"</mi></msup>
            </math>
            ", from " <math><mi>"l"</mi><mo>"="</mo><mn>"0"</mn></math>
        </Bars>
        <Bars label="Weights of the estimates over one step, two steps and so on" weight=estimate>
            "Weight of the estimate over " <math><mi>"n"</mi></math> " steps: "
            <math>
                <mo stretchy="false">"("</mo><mn>"1"</mn><mo>"−"</mo><mi>"λ"</mi><mo stretchy="false">")"</mo>
                <msup><mi>"λ"</mi><mrow><mi>"n"</mi><mo>"−"</mo><mn>"1"</mn></mrow></msup>
            </math>
            ", from " <math><mi>"n"</mi><mo>"="</mo><mn>"1"</mn></math>
        </Bars>
        <p class="formula" aria-live="polite">{reach} " " {extreme}</p>
        <AsTable name="Weights" table=Signal::derive(table) />
    }
}

#[component]
fn Bars(
    /// A label for screen readers, without formulas.
    label: &'static str,
    /// Returns the weight of the residual or estimate at an index.
    weight: impl Fn(usize) -> f64 + Copy + Send + Sync + 'static,
    /// The heading, with formulas.
    children: Children,
) -> impl IntoView {
    let said = move || {
        let [first, last] = [0, SHOWN - 1].map(weight);
        format!("{label}: {SHOWN} bars, from {first:.2} to {last:.2}")
    };
    let bar = move |l: usize| {
        // Bars are relative to the first, which is the largest; if it is 0, all are.
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
            <span>{children()}</span>
            " "
            {move || format!("(the first bar is {:.2})", weight(0))}
        </p>
        <svg class="bars" viewBox=format!("0 0 {} {}", WIDE * SHOWN as f64, TALL + 1.0) role="img" aria-label=said>
            {(0..SHOWN).map(bar).collect_view()}
            <line x1="0" x2=WIDE * SHOWN as f64 y1=TALL y2=TALL class="axis" />
        </svg>
    }
}
