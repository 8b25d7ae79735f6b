//! The picture: a table with a cell for each setting, which fills in as runs finish.

use leptos::prelude::*;

use super::state::use_sweep;
use crate::ui::segmented::Segmented;
use crate::view::format;
use crate::view::sweep::{CURVE_EXTENT, LEVELS, SweepCell, SweepMeasure, SweepTable, scale};
use policy_lab::history::sweep::SweepHistory;

/// Shows the table, and what its colours mean.
#[component]
pub fn SweepPicture() -> impl IntoView {
    let sweep = use_sweep();
    let table = Memo::new(move |_| sweep.with_shown(|history| SweepTable::of(history.plan())));
    let cells = sweep.cells();
    view! {
        {move || match table.get() {
            Some(table) => view! { <Cells table cells /> }.into_any(),
            None => view! {
                <p class="empty-figure sweep-empty">"The picture appears once the question can be trained. What is missing is said beside it"</p>
            }.into_any(),
        }}
        <Colours cells />
    }
}

#[component]
fn Cells(
    /// The rows and columns.
    table: SweepTable,
    /// The cells of all settings.
    cells: Memo<Vec<SweepCell>>,
) -> impl IntoView {
    let is_list = table.across.is_none() && table.rows.len() > 1;
    let columns = table.heads.len().saturating_sub(1);
    let across = table.across.map(|across| {
        view! { <tr><td></td><th scope="colgroup" colspan=columns>{across}</th></tr> }
    });
    let heads = table.heads.into_iter();
    let heads = heads.map(|head| view! { <th scope="col">{head}</th> });
    let rows = table.rows.into_iter().enumerate();
    let rows = rows.map(|(row, of)| {
        let heads = of.heads.into_iter();
        let heads = heads.map(|head| view! { <th scope="row">{head}</th> });
        let cells = of.cells.into_iter().enumerate().map(|(column, place)| {
            view! { <td><Cell row column place cells /></td> }
        });
        view! { <tr>{heads.collect_view()} {cells.collect_view()}</tr> }
    });
    view! {
        <div class="sweep-table" class:list=is_list role="region" aria-label="Results by setting" tabindex="0">
            <table data-testid="sweep-table">
                <caption class="visually-hidden">{table.caption}</caption>
                <thead>{across}<tr>{heads.collect_view()}</tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
}

/// Shows the cell of a setting, which shows its seeds when it is pressed.
#[component]
fn Cell(
    /// Its row, from 0.
    row: usize,
    /// Its column, from 0.
    column: usize,
    /// The number of its setting.
    place: usize,
    /// The cells of all settings.
    cells: Memo<Vec<SweepCell>>,
) -> impl IntoView {
    let sweep = use_sweep();
    let cell = Memo::new(move |_| {
        let cell = cells.with(|cells| cells.get(place).cloned());
        cell.unwrap_or_default()
    });
    let (width, height) = CURVE_EXTENT;
    let choose = move |_| {
        let is_chosen = sweep.chosen.get_untracked() == Some(place);
        sweep.chosen.set((!is_chosen).then_some(place));
    };
    let level = move || cell.with(|cell| cell.level.map(|level| level.to_string()));
    view! {
        <button
            class="sweep-cell"
            data-testid=format!("sweep-cell-{row}-{column}")
            data-state=move || cell.with(|cell| cell.state)
            data-level=level
            aria-label=move || cell.with(|cell| cell.label.clone())
            aria-pressed=move || (sweep.chosen.get() == Some(place)).to_string()
            on:click=choose
        >
            <svg viewBox=format!("0 0 {width} {height}") preserveAspectRatio="none" aria-hidden="true">
                <path d=move || cell.with(|cell| cell.curve.clone()) vector-effect="non-scaling-stroke" />
            </svg>
            <b>{move || cell.with(|cell| cell.text.clone())}</b>
            " "
            <small>{move || cell.with(|cell| cell.detail.clone())}</small>
        </button>
    }
}

/// Shows the choice of what the colours mean, and their scale.
#[component]
fn Colours(
    /// The cells of all settings.
    cells: Memo<Vec<SweepCell>>,
) -> impl IntoView {
    let sweep = use_sweep();
    let ends = Memo::new(move |_| {
        let measure = sweep.measure();
        let scale = sweep.with_shown(|it| scale(it, measure)).flatten();
        scale.map(|scale| [scale.worst, scale.best].map(format::whole))
    });
    // Before a question can be trained, it is scored as the run on show is, or the form.
    let kind = Memo::new(move |_| {
        let kind = sweep.with_shown(SweepHistory::score_kind);
        kind.unwrap_or_else(|| Some(sweep.lab.score_kind()))
    });
    let unit = move || sweep.measure().unit(kind.get());
    let has_unsolved = Memo::new(move |_| {
        let is_unsolved = |cell: &SweepCell| cell.state == "unsolved" && cell.level.is_none();
        cells.with(|cells| cells.iter().any(is_unsolved))
    });
    let levels = (1..=LEVELS).map(|level| view! { <span data-level=level.to_string()></span> });
    let levels = levels.collect_view();
    view! {
        <div class="sweep-colours">
            {move || {
                let kind = kind.get();
                view! {
                    <Segmented
                        name="sweep-measure"
                        legend="Colours show"
                        options=SweepMeasure::ALL.map(|it| (it, it.label(kind))).to_vec()
                        is_chosen=move |measure| sweep.measure() == measure
                        choose=move |measure| sweep.wanted.set(Some(measure))
                    />
                }
            }}
            <p class="sweep-scale" hidden=move || ends.with(Option::is_none)>
                <span>{move || ends.get().map(|[worst, _]| worst)}</span>
                <span class="sweep-levels" aria-hidden="true">{levels}</span>
                <span>{move || ends.get().map(|[_, best]| best)} " " {unit}</span>
            </p>
            <Show when=move || has_unsolved.get()>
                <p class="sweep-scale"><span class="sweep-hatched" aria-hidden="true"></span> "most seeds did not solve it"</p>
            </Show>
        </div>
    }
}
