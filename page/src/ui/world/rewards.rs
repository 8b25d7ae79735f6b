//! The rewards of the first steps as a small histogram.

use leptos::prelude::*;

use crate::ui::as_table::AsTable;
use crate::view::world::report::{TriedRun, policies};
use crate::view::world::rewards::{EXTENT, RewardCounts};

/// Shows the histogram, with the same in words and as a table.
#[component]
pub fn Rewards(
    /// How many steps had which reward.
    counts: RewardCounts,
    /// The runs that the steps are of.
    runs: Vec<TriedRun>,
) -> impl IntoView {
    let words = counts.words();
    let label = format!("Histogram. {words}");
    let of = policies(&runs);
    let of = (!of.is_empty()).then(|| format!(" The steps are those of {of}"));
    let table = counts.table();
    let picture = (!counts.is_one()).then(|| {
        let (width, height) = EXTENT;
        let bars = counts.bars().into_iter();
        let bars: Vec<_> = bars
            .map(|bar| view! { <rect x=bar.x y=bar.y width=bar.width height=bar.height /> })
            .collect();
        view! {
            <svg class="world-bars" viewBox=format!("0 0 {width} {height}") preserveAspectRatio="none" role="img" aria-label=label>
                {bars}
            </svg>
        }
    });
    let has_picture = picture.is_some();
    let numbers = has_picture.then(|| {
        view! { <AsTable name="Rewards" table=Signal::stored(table) /> }
    });
    view! {
        <figure class="world-rewards" data-testid="world-rewards">
            {picture}
            <figcaption>{words} "." {of}</figcaption>
            {numbers}
        </figure>
    }
}
