//! Settings that were drawn at random, as points in the colours of the table. The table says the
//! same in words.

use leptos::prelude::*;

use super::state::use_sweep;
use crate::view::sweep::{SweepCell, SweepScatter};

/// Shows the points; nothing unless the settings were drawn and have two numbers.
#[component]
pub fn SweepPoints() -> impl IntoView {
    let sweep = use_sweep();
    let scatter = Memo::new(move |_| {
        let scatter = sweep.with_shown(|history| SweepScatter::of(history.plan()));
        scatter.flatten()
    });
    let cells = sweep.cells();
    let points = move |scatter: SweepScatter| {
        let points = scatter.points.into_iter().enumerate();
        let points = points.map(|(place, (x, y, name))| {
            let at = move || {
                let level_and_state = |cell: &SweepCell| (cell.level, cell.state);
                let at = cells.with(|cells| cells.get(place).map(level_and_state));
                at.unwrap_or_default()
            };
            view! {
                <span
                    class="sweep-point"
                    title=name
                    style:left=format!("{:.1}%", 100.0 * x)
                    style:bottom=format!("{:.1}%", 100.0 * y)
                    class:chosen=move || sweep.chosen.get() == Some(place)
                    data-level=move || at().0.map(|level| level.to_string())
                    data-state=move || at().1
                    on:click=move |_| sweep.chosen.set(Some(place))
                ></span>
            }
        });
        let [across, up] = scatter.axes;
        view! {
            <div class="sweep-scatter" aria-hidden="true">
                <p class="sweep-up"><span>{up.ends[1].clone()}</span> <code>{up.key}</code> <span>{up.ends[0].clone()}</span></p>
                <div class="sweep-plane"><div>{points.collect_view()}</div></div>
                <p class="sweep-across"><span>{across.ends[0].clone()}</span> <code>{across.key}</code> <span>{across.ends[1].clone()}</span></p>
            </div>
        }
    };
    move || scatter.get().map(points)
}
