//! The run with the reader's code, beside the same run with ours.

use leptos::prelude::*;

use crate::ui::cells::use_workbench;
use crate::ui::charts::{Chart, ValuesTable};
use crate::ui::grid::CartGrid;
use crate::ui::health::{Health, use_verdict};
use crate::ui::lab::use_lab;
use crate::view::beside::{Beside, sentence};
use policy_lab::history::{History, Phase};
use policy_lab::protocol::metrics::CHARTS;

/// Shows one sentence that compares both runs, the curves, the carts, and what stands out.
#[component]
pub fn MyRun() -> impl IntoView {
    let (lab, bench) = (use_lab(), use_workbench());
    let verdict = use_verdict();
    let said = Memo::new(move |_| {
        let exercise = bench.exercise.get();
        let part = match exercise.trains.is_empty() {
            true => exercise.parts.first().map_or("", |part| part.name()),
            false => "loop",
        };
        let is_shown = lab.reader_run.is_shown.get();
        let is_starting = lab.run.is_starting.get();
        let phase = lab.run.phase.get();
        let is_to_blame = verdict.with(|verdict| verdict.code.is_some());
        lab.run.history.with(|own| {
            lab.reader_run.reference.with(|ours| {
                sentence(&Beside {
                    part,
                    is_shown,
                    is_starting,
                    is_over: !matches!(phase, Phase::Running | Phase::Paused),
                    iteration: own.run.last.as_ref().map_or(0, |last| last.iteration),
                    own: own.run.episodic_length,
                    ours: length_at_the_same_time(own, ours),
                    is_to_blame,
                })
            })
        })
    });
    let stands_out =
        move || verdict.with(|verdict| verdict.code.is_some() || !verdict.findings.is_empty());
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

/// Returns the mean length of episodes in the reference, once it has come as far as the reader's run.
fn length_at_the_same_time(own: &History, ours: &History) -> Option<f64> {
    let (own, reference) = (own.run.last.as_ref()?, ours.run.last.as_ref()?);
    let has_ended = !matches!(ours.phase, Phase::Running | Phase::Paused);
    (has_ended || reference.iteration >= own.iteration)
        .then_some(ours.run.episodic_length)
        .flatten()
}
