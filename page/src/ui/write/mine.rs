//! The run with the reader's code, beside the same run with ours.

use leptos::prelude::*;

use crate::course::Exercise;
use crate::ui::cells::use_workbench;
use crate::ui::charts::{Chart, ValuesTable};
use crate::ui::grid::CartGrid;
use crate::ui::health::{Health, use_verdict};
use crate::ui::lab::use_lab;
use crate::view::beside::{Beside, Compared, sentence};
use policy_lab::history::Phase;
use policy_lab::history::health::{OwnCode, Verdict};
use policy_lab::protocol::metrics::CHARTS;

/// Shows one sentence that compares both runs, the curves, the carts, and what stands out.
#[component]
pub fn MyRun() -> impl IntoView {
    let (lab, bench) = (use_lab(), use_workbench());
    let verdict = use_verdict();
    // The run on show may be one of another exercise's code.
    let of_another = Memo::new(move |_| {
        let of = bench.training.exercise.get();
        let is_another = lab.reader_run.is_shown.get() && of != bench.exercise.get().id;
        is_another.then(|| Exercise::find(of)).flatten()
    });
    let said = Memo::new(move |_| {
        let exercise = bench.exercise.get();
        let is_shown = lab.reader_run.is_shown.get();
        let own_loop = (!exercise.trains.is_empty()).then_some(OwnCode::Loop);
        let phase = lab.run.phase.get();
        lab.run.history.with(|own| {
            lab.reader_run.reference.with(|ours| {
                sentence(&Beside {
                    part: exercise.parts.first().map_or("", |part| part.name()),
                    code: match is_shown && of_another.get().is_none() {
                        true => lab.reader_run.code.get(),
                        false => own_loop.unwrap_or_default(),
                    },
                    is_shown,
                    of_another: of_another.get().map(Exercise::title),
                    is_starting: lab.run.is_starting.get(),
                    is_over: !matches!(phase, Phase::Running | Phase::Paused),
                    compared: Compared::of(own, ours),
                    fault: verdict.with(|verdict| verdict.code),
                    failure: lab.run.failure.get().map(|failure| failure.message),
                })
            })
        })
    });
    let stands_out = move || {
        let is_notable = |verdict: &Verdict| verdict.code.is_some() || !verdict.findings.is_empty();
        of_another.get().is_none() && verdict.with(is_notable)
    };
    view! {
        <div class="pane pane-mine" tabindex="-1" role="region" aria-label="Your run">
            <p class="beside" data-testid="beside">{said}</p>
            <Chart info=&CHARTS[0] prominent=true />
            <ValuesTable />
            <CartGrid />
            <Show when=stands_out>
                <Health />
            </Show>
        </div>
    }
}
