//! The six cases of PPO's minimum as a table, with the number of samples of the current minibatch
//! in each.

use leptos::prelude::*;

use super::shown::ShownSample;
use super::state::use_clip;
use crate::view::format;
use policy_lab::policy::clip::cases::Case;
use policy_lab::policy::clip::summary::moves;

/// Shows the table: a row for each sign of the advantage, a column for each position of the ratio.
#[component]
pub fn SixCases() -> impl IntoView {
    let shown = expect_context::<ShownSample>();
    let low = move || format::compact(1.0 - shown.range.get());
    let high = move || format::compact(1.0 + shown.range.get());
    let row = |first: usize, sign: &'static str| {
        let cells = [first, first + 1, first + 2].map(|place| view! { <Cell place /> });
        view! {
            <tr>
                <th scope="row">{sign}</th>
                {cells}
            </tr>
        }
    };
    let sum = move || {
        let size = shown.samples.with(|samples| samples.len());
        shown.picture.with(|picture| {
            let picture = picture.as_ref()?;
            let all: usize = picture.counts.iter().sum();
            let still = size - picture.moving;
            let (all, size) = (format::count(all as u64), format::count(size as u64));
            let still = format::plural(still, "sample");
            Some(format!(
                "Together {all} of {size}. The clip takes the gradient of {still}"
            ))
        })
    };
    view! {
        <table class="six-cases" data-control="clip-cases" data-testid="six-cases">
            <caption class="visually-hidden">
                "Samples of the minibatch in each of the six cases of the minimum"
            </caption>
            <thead>
                <tr>
                    <td></td>
                    <th scope="col">"r < "{low}</th>
                    <th scope="col">{low}" ≤ r ≤ "{high}</th>
                    <th scope="col">"r > "{high}</th>
                </tr>
            </thead>
            <tbody>{row(0, "A ≥ 0")} {row(3, "A < 0")}</tbody>
        </table>
        <p class="six-sum" data-control="clip-cases" data-testid="six-sum">{sum}</p>
    }
}

/// Shows a case: its number of samples, and the effect of its samples on the action. Pressing it
/// highlights them in the picture.
#[component]
fn Cell(
    /// The index of the case in `Case::ALL`.
    place: usize,
) -> impl IntoView {
    let clip = use_clip();
    let shown = expect_context::<ShownSample>();
    let case = Case::ALL[place];
    let is_moving = move || moves(case, shown.is_clipped.get());
    let is_marked = move || clip.marked.get() == Some(place);
    let count = Memo::new(move |_| {
        (shown.picture).with(|picture| picture.as_ref().map(|picture| picture.counts[place]))
    });
    let share = move || {
        let size = shown.samples.with(|samples| samples.len()).max(1);
        let part = count.get()? as f64 / size as f64;
        Some(format!("{:.1} %", 100.0 * part))
    };
    let effect = move || match (is_moving(), case.is_positive) {
        (false, _) => "no gradient",
        (true, true) => "likelier",
        (true, false) => "less likely",
    };
    let mark = move |_| {
        clip.marked
            .update(|marked| *marked = (*marked != Some(place)).then_some(place));
    };
    view! {
        <td class:still=move || !is_moving()>
            <button aria-pressed=move || is_marked().to_string() on:click=mark>
                <b data-testid=format!("case-{place}")>
                    {move || count.get().map_or_else(|| "–".to_owned(), |count| format::count(count as u64))}
                </b>
                <span>{share}</span>
                <small>{effect}</small>
            </button>
        </td>
    }
}
