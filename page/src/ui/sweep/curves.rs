//! The curves of settings: a thin line for each seed and a bold one for their median, all with the
//! same axes.

use leptos::prelude::*;

use super::state::{Sweep, use_sweep};
use crate::ui::as_table::AsTable;
use crate::view::format::{compact, with_minus};
use crate::view::sweep::{CURVE_EXTENT, SweepCurves, SweepFrame, setting_name, setting_result};
use policy_lab::history::sweep::SweepHistory;

/// What a picture of curves shows.
#[derive(Clone, Default, PartialEq)]
pub struct DrawnCurves {
    curves: SweepCurves,
    /// The height of the score from which the task counts as solved, if it can tell.
    solved: Option<f64>,
    /// What the axes reach to, in words.
    pub axes: String,
    /// All of it in words.
    label: String,
}

/// Shows the curves of each setting beside each other, where one hyperparameter is varied, or none.
#[component]
pub fn SweepSmallCurves() -> impl IntoView {
    let sweep = use_sweep();
    let names = Memo::new(move |_| {
        let names = |history: &SweepHistory| {
            let plan = history.plan();
            let is_small = plan.fields().count() == 1;
            let all = 0..plan.combinations().len();
            is_small.then(|| all.map(|it| plan.name_of(it, ", ")).collect::<Vec<_>>())
        };
        let is_trained = sweep.job.history.with(Option::is_some);
        let names = sweep.with_shown(names).flatten();
        names.filter(|_| is_trained).unwrap_or_default()
    });
    let figure = move |(place, name): (usize, String)| {
        view! {
            <figure>
                <figcaption>{name}</figcaption>
                <SettingCurves combination=place />
            </figure>
        }
    };
    let axes = Memo::new(move |_| drawn(sweep, 0).axes);
    let table = move || {
        let table = |history: &SweepHistory| SweepFrame::of(history).table(history);
        sweep.with_shown(table).unwrap_or_default()
    };
    view! {
        <Show when=move || names.with(|names| !names.is_empty())>
            <section class="sweep-curves" aria-label="Curves of each setting">
                {move || names.get().into_iter().enumerate().map(figure).collect_view()}
                <p class="hint">{axes}</p>
                <AsTable name="Curves" table=Signal::derive(table) />
            </section>
        </Show>
    }
}

/// Shows the curves of a setting.
#[component]
pub fn SettingCurves(
    /// The number of the setting.
    combination: usize,
) -> impl IntoView {
    let sweep = use_sweep();
    let drawn = Memo::new(move |_| drawn(sweep, combination));
    let (width, height) = CURVE_EXTENT;
    let seeds = move || {
        let seeds = drawn.with(|drawn| drawn.curves.seeds.clone()).into_iter();
        let seeds = seeds
            .map(|path| view! { <path class="seed" d=path vector-effect="non-scaling-stroke" /> });
        seeds.collect_view()
    };
    let goal = move || {
        let height = drawn.with(|drawn| drawn.solved)?.to_string();
        Some(view! {
            <line class="goal" x1="0" x2=width.to_string() y1=height.clone() y2=height vector-effect="non-scaling-stroke" />
        })
    };
    view! {
        <svg
            class="sweep-lines"
            viewBox=format!("0 0 {width} {height}")
            preserveAspectRatio="none"
            role="img"
            aria-label=move || drawn.with(|drawn| drawn.label.clone())
        >
            {goal}
            {seeds}
            <path class="median" d=move || drawn.with(|drawn| drawn.curves.median.clone()) vector-effect="non-scaling-stroke" />
        </svg>
    }
}

/// Returns what the picture of a setting shows.
pub fn drawn(sweep: Sweep, combination: usize) -> DrawnCurves {
    let drawn = sweep.with_shown(|history| {
        let frame = SweepFrame::of(history);
        let plan = history.plan();
        let goal = plan.combinations().get(combination)?.config.solved_score();
        let dashed = goal.map(|goal| {
            let goal = with_minus(compact(goal));
            format!(". Dashed: solved, from {goal} on")
        });
        let result = setting_result(&history.result_of(combination));
        Some(DrawnCurves {
            curves: frame.curves(history, combination),
            solved: goal.map(|goal| frame.height_of(goal)),
            axes: format!(
                "{}, over 0 to {} environment steps. Thin: each seed. Bold: their median{}",
                frame.upwards(),
                compact(frame.end),
                dashed.unwrap_or_default()
            ),
            label: format!("Curves of {}: {result}", setting_name(plan, combination)),
        })
    });
    drawn.flatten().unwrap_or_default()
}
