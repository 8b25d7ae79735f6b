//! Values of seeds as dots on a line, with the interval of their statistic.

use leptos::prelude::*;

use super::Measure;
use crate::view::format;

/// The part of the line within which dots are put above each other, in per cent of it.
const NEAR: f64 = 2.5;
/// Up to so many dots need no tall line.
const FEW: usize = 5;
/// Height of the highest stack of few and of many dots, and the distance of two dots, in rem.
const TALLEST: [f64; 2] = [1.1, 3.4];
const APART: f64 = 0.5;

/// What a line shows.
#[derive(Clone, Default, PartialEq)]
pub struct StripValues {
    /// The values, one a dot.
    pub values: Vec<f64>,
    /// Low end, statistic and high end of the interval below the dots, if there is one.
    pub interval: Option<[f64; 3]>,
}

/// Shows one line of dots.
#[component]
pub fn Strip(
    /// The name of the setting.
    name: &'static str,
    /// The class of the dots, which colours them.
    class: &'static str,
    /// The unit of the line.
    #[prop(into)]
    measure: Signal<Measure>,
    /// The values.
    #[prop(into)]
    shown: Signal<StripValues>,
) -> impl IntoView {
    let dots = move || {
        let measure = measure.get();
        let mut places: Vec<f64> =
            shown.with(|it| it.values.iter().map(|it| measure.place(*it)).collect());
        places.sort_by(f64::total_cmp);
        let level = |at: usize| {
            let before = places[..at].iter();
            before.filter(|it| places[at] - **it < NEAR).count()
        };
        let levels: Vec<usize> = (0..places.len()).map(level).collect();
        let highest = levels.iter().copied().max().unwrap_or(0).max(1);
        let tallest = TALLEST[usize::from(places.len() > FEW)];
        let apart = APART.min(tallest / highest as f64);
        let dot = |(place, level): (f64, usize)| {
            let (left, bottom) = (format!("{place:.2}%"), level as f64 * apart);
            let bottom = format!("{bottom:.2}rem");
            view! { <span class="seed-dot" style:left=left style:bottom=bottom></span> }
        };
        places.into_iter().zip(levels).map(dot).collect_view()
    };
    let interval = move || {
        let measure = measure.get();
        let [low, at, high] = shown.with(|it| it.interval)?.map(|it| measure.place(it));
        let (left, width) = (format!("{low:.2}%"), format!("{:.2}%", high - low));
        Some(view! {
            <span class="seed-interval" style:left=left style:width=width></span>
            <span class="seed-tick" style:left=format!("{at:.2}%")></span>
        })
    };
    let label = move || {
        let measure = measure.get();
        shown.with(|it| {
            let values: Vec<String> = it.values.iter().map(|it| measure.said(*it)).collect();
            let values = format!("{name}: {}", values.join(", "));
            match it.interval {
                None => values,
                Some(ends) => {
                    let [low, at, high] = ends.map(|it| measure.said(it));
                    format!("{values}. {at}, interval from {low} to {high}")
                }
            }
        })
    };
    // The height depends on the number alone, so that another draw moves nothing below.
    let is_low = move || shown.with(|it| it.values.len() <= FEW);
    view! {
        <div class=format!("seed-strip {class}") class:low=is_low>
            <span class="seed-name">{name}</span>
            <div class="seed-line" role="img" aria-label=label>{dots} {interval}</div>
        </div>
    }
}

/// Shows the numbers below the lines.
#[component]
pub fn StripAxis(
    /// The unit of the lines.
    #[prop(into)]
    measure: Signal<Measure>,
) -> impl IntoView {
    let ends = move || {
        let measure = measure.get();
        let (low, high) = measure.range();
        [low, f64::midpoint(low, high), high].map(|it| view! { <span>{format::compact(it)}</span> })
    };
    view! {
        <div class="seed-strip seed-axis" aria-hidden="true">
            <span class="seed-name">{move || measure.get().label()}</span>
            <div class="seed-ends">{ends}</div>
        </div>
    }
}
