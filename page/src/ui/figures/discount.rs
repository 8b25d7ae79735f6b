//! What a discount does to the policy gradient: three exact directions in the variance lab's
//! corridor.

use leptos::prelude::*;

use crate::ui::as_table::AsTable;
use crate::ui::figures::arrow::{arrow, written};
use crate::ui::figures::slider::Slider;
use crate::view::format::with_minus;
use crate::view::plain_table::PlainTable;
use policy_lab::policy::variance::DiscountedDirections;

/// The number 1 on either axis, in the units of the drawing.
const ONE: f64 = 100.0;
/// The parameters of the policy: untrained, so that it pushes to either side equally often.
const THETA: [f64; 2] = [0.0, 0.0];
/// The discount at first: here the usual direction pushes to the left, and both gradients to the
/// right.
const FIRST: f64 = 0.5;

/// What an arrow shows: its class, its name, and which of the directions it is.
type Shown = (
    &'static str,
    &'static str,
    fn(&DiscountedDirections) -> [f64; 2],
);

/// The arrows, the widest first, so that none hides another.
const SHOWN: [Shown; 3] = [
    ("truth", "gradient of J, without a discount", |it| {
        it.undiscounted
    }),
    ("discounted", "gradient of the discounted J", |it| {
        it.discounted
    }),
    ("mean", "usual direction, without the factor", |it| it.usual),
];

/// Shows the arrows, with a slider for gamma.
#[component]
pub fn DiscountArrows() -> impl IntoView {
    let gamma = RwSignal::new(FIRST);
    let found = Memo::new(move |_| DiscountedDirections::new(THETA, gamma.get()));
    let path = move |(class, _, of): Shown| {
        let drawn = move || {
            let [x, y] = of(&found.get());
            arrow((x * ONE, -y * ONE))
        };
        view! { <path class=class d=drawn /> }
    };
    let label = move || {
        let found = found.get();
        let each = SHOWN.map(|(_, name, of)| format!("{name} {}", written(of(&found))));
        format!("Arrows at γ = {:.2}: {}", gamma.get(), each.join("; "))
    };
    let said = move || {
        let slopes = found.get().slopes;
        let [one, other] = slopes.map(four_digits);
        match one == other {
            true => "Without a discount all three are the same gradient.".to_owned(),
            false => format!(
                "A step in θ₀ changes the usual direction’s part in θ₁ by {one} times its length, \
                 and a step in θ₁ changes its part in θ₀ by {other} times. Those of a gradient are \
                 equal, so this is the gradient of no function."
            ),
        }
    };
    let table = move || {
        let found = found.get();
        let row = |(_, name, of): Shown| {
            let parts = of(&found).map(four_digits);
            [name.to_owned()].into_iter().chain(parts).collect()
        };
        PlainTable::new(&["Direction", "θ₀", "θ₁"], SHOWN.into_iter().map(row))
    };
    let key = SHOWN.map(|(class, name, _)| view! { <li class=format!("key-{class}")>{name}</li> });
    view! {
        <div class="plane">
            <span class="up">"θ₁"</span>
            <svg class="cloud" viewBox="-100 -100 200 200" role="img" aria-label=label>
                <path class="axis" d="M-100 0H100M0 -100V100" />
                {SHOWN.map(path)}
            </svg>
            <span class="across">
                <span>"−1"</span>
                <span>"θ₀"</span>
                <span>"1"</span>
            </span>
        </div>
        <ul class="cloud-key">{key}</ul>
        <Slider label="γ" value=gamma range=(0.0, 1.0) step=0.05 />
        <p aria-live="polite" data-testid="discount-said">{said}</p>
        <AsTable name="Directions" table=Signal::derive(table) />
    }
}

/// Writes a number with four digits behind the point.
fn four_digits(number: f64) -> String {
    // Adding 0 turns a rounded −0 into 0.
    let rounded = (number * 1e4).round() / 1e4 + 0.0;
    with_minus(format!("{rounded:.4}"))
}
