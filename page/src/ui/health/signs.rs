//! The vital signs in a row: name, newest value, and a mark that has a shape, a word and a colour.

use leptos::prelude::*;

use crate::ui::browser::name;
use crate::view::format;
use policy_lab::history::health::{Level, Sign, Verdict};
use policy_lab::protocol::metrics::{CHARTS, Metric};

/// Shows the signs that the run has; shows nothing before it has any.
#[component]
pub fn Signs(
    /// The health of the run.
    verdict: Memo<Verdict>,
) -> impl IntoView {
    let metrics = Memo::new(move |_| {
        let of = |sign: &Sign| sign.metric;
        verdict.with(|verdict| verdict.signs.iter().map(of).collect::<Vec<_>>())
    });
    let row = move |metric| view! { <OneSign metric verdict /> };
    view! {
        <Show when=move || metrics.with(|metrics| !metrics.is_empty())>
            <ul class="signs" aria-label="Vital signs at the newest iteration" data-testid="health-signs">
                {move || metrics.get().into_iter().map(row).collect_view()}
            </ul>
        </Show>
    }
}

#[component]
fn OneSign(
    /// The metric of this sign.
    metric: Metric,
    /// The health of the run.
    verdict: Memo<Verdict>,
) -> impl IntoView {
    let sign = Memo::new(move |_| {
        let is_it = |sign: &&Sign| sign.metric == metric;
        verdict.with(|verdict| verdict.signs.iter().find(is_it).copied())
    });
    let level = move || sign.get().map_or(Level::Calm, |sign| sign.level);
    let class = move || word(level());
    let said = move || match (level(), metric) {
        (Level::Solved, Metric::ExplainedVariance) => "solved: returns hardly vary",
        (Level::Solved, Metric::Entropy) => "solved: it may be sure",
        (level, _) => word(level),
    };
    let value = move || sign.get().map(|sign| format::score(sign.value));
    let info = CHARTS.iter().find(|info| info.metric == metric);
    let title = info.map(|info| format!("{} ({})", info.healthy, info.source));
    view! {
        <li class=class title=title data-testid=format!("sign-{}", metric.key())>
            <span class="sign-name">{name::breakable(metric.key())}</span>
            <span class="sign-value">{value}</span>
            <span class="sign-level">{said}</span>
        </li>
    }
}

/// Returns the word for a level, which is also the class of its mark.
fn word(level: Level) -> &'static str {
    match level {
        Level::Calm => "calm",
        Level::Solved => "solved",
        Level::Strained => "strained",
        Level::Alarming => "alarming",
    }
}
