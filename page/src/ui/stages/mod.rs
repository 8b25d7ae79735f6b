//! The stages of an iteration: which is under way, what it computed, and the code behind it.

mod code;

use leptos::prelude::*;

use self::code::StageCode;
use super::lab::{Lab, PaceChoice, use_lab};
pub use crate::view::stage_text::step_title;
use crate::view::stage_text::{self, STAGES, index_of};
use policy_lab::history::Phase;
use policy_lab::protocol::Unit;
use policy_lab::protocol::stages::StageView;

/// The units of a step, the default first: unit, key, and name on the page.
const UNITS: [(Unit, &str, &str); 4] = [
    (Unit::Iteration, "iteration", "one iteration"),
    (Unit::Epoch, "epoch", "one epoch"),
    (Unit::Minibatch, "minibatch", "one minibatch"),
    (Unit::EnvStep, "env-step", "one environment step"),
];

/// Shows the choice of a step's unit.
#[component]
pub fn StepUnit() -> impl IntoView {
    let lab = use_lab();
    let choose_unit = move |event| {
        let key = event_target_value(&event);
        if let Some((unit, ..)) = UNITS.iter().find(|(_, known, _)| *known == key) {
            lab.run.unit.set(*unit);
            lab.keep_pace();
        }
    };
    view! {
        <label for="step-unit">"Step by"</label>
        <select id="step-unit" on:change=choose_unit>
            {UNITS
                .map(|(unit, key, name)| {
                    view! { <option value=key prop:selected=move || lab.run.unit.get() == unit>{name}</option> }
                })}
        </select>
    }
}

/// Shows the panel. It appears as soon as small steps or slow motion are chosen, so that nothing
/// moves when a run starts, pauses or continues.
#[component]
pub fn Stages() -> impl IntoView {
    let lab = use_lab();
    let is_open =
        move || lab.run.pace.get() == PaceChoice::Slow || lab.run.unit.get() != Unit::Iteration;
    view! {
        <Show when=is_open>
            <Panel />
        </Show>
    }
}

#[component]
fn Panel() -> impl IntoView {
    let lab = use_lab();
    let report = lab.run.memo(|history| history.run.stage.clone());
    let current =
        Memo::new(move |_| report.with(|report| Some(index_of(report.as_ref()?.position.stage))));
    let stages = STAGES.into_iter().enumerate().map(|(place, name)| {
        let is_current = move || current.get() == Some(place);
        view! { <li aria-current=move || is_current().then_some("step")>{name}</li> }
    });
    let said = move || {
        report.with(|report| match report {
            Some(report) => {
                let env_id = lab.env_id().unwrap_or_default();
                stage_text::of(report, env_id, lab.reader_run.is_shown.get())
            }
            None => stage_text::without(is_under_way(lab)),
        })
    };
    let figures = move || {
        let measures = report.with(|report| match report.as_ref()?.view.as_ref()? {
            StageView::Measures(metrics) => Some(stage_text::measures(metrics)),
            _ => None,
        });
        let measures = measures.into_iter().flatten().map(|(name, value)| {
            view! { <span class="measure"><code>{name}</code> " " {value}</span> }
        });
        measures.collect_view()
    };
    view! {
        <section class="stages" aria-labelledby="stages-title" data-testid="stages">
            <h2 id="stages-title">"Where the run stands"</h2>
            <ol class="stage-line">{stages.collect_view()}</ol>
            <div class="stage-seen" aria-live="polite">
                <p data-testid="stage-seen">{said}</p>
                <p class="measures">{figures}</p>
            </div>
            <StageCode current />
        </section>
    }
}

fn is_under_way(lab: Lab) -> bool {
    lab.run.is_starting.get() || lab.run.phase.get() == Phase::Running
}
