//! The run with the reader's code, beside the same run with ours.

use leptos::prelude::*;

use crate::ui::charts::{HeadlineChart, ValuesTable};
use crate::ui::grid::CartGrid;
use crate::ui::health::{Health, use_verdict};
use crate::ui::lab::use_lab;
use crate::view::beside::{Beside, Compared, sentence};
use policy_lab::history::Phase;
use policy_lab::history::health::Verdict;

/// Shows one sentence that compares both runs, the curves, the carts, and what stands out.
#[component]
pub fn MyRun() -> impl IntoView {
    let lab = use_lab();
    let verdict = use_verdict();
    let said = Memo::new(move |_| {
        let phase = lab.run.phase.get();
        lab.run.history.with(|own| {
            lab.reader_run.reference.with(|ours| {
                sentence(&Beside {
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
        verdict.with(is_notable)
    };
    view! {
        <p class="beside" data-testid="beside">{said}</p>
        <div class="mine-pictures">
            <HeadlineChart prominent=true />
            <CartGrid />
        </div>
        <Show when=stands_out>
            <Health />
        </Show>
        <ValuesTable />
    }
}
