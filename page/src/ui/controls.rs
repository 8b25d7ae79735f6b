//! The buttons that control a run. The state of the run determines which of them are enabled.

use leptos::prelude::*;

use super::form::reveal;
use super::lab::{Lab, use_lab};
use super::stages::{StepChoices, step_title};
use crate::ui::browser::focus;
use policy_lab::config::validate::Problem;
use policy_lab::history::Phase;

/// Shows all buttons, and the reason if training cannot start.
#[component]
pub fn Controls() -> impl IntoView {
    let lab = use_lab();
    follow_focus(lab);
    let may_pause = move || lab.run.phase.get() == Phase::Running || lab.run.is_starting.get();
    let may_resume = move || lab.run.phase.get() == Phase::Paused;
    view! {
        <div class="controls" role="group" aria-label="Run">
            <button
                id="train-button"
                class="primary"
                aria-describedby="train-reason"
                disabled=move || !lab.can_start()
                on:click=move |_| lab.train()
            >
                "Train"
            </button>
            <button id="pause-button" disabled=move || !may_pause() on:click=move |_| lab.pause()>
                "Pause"
            </button>
            <button id="resume-button" disabled=move || !may_resume() on:click=move |_| lab.resume()>
                "Resume"
            </button>
            <button
                id="step-button"
                title=move || step_title(lab.run.unit.get())
                disabled=move || !(may_resume() || lab.can_start())
                on:click=move |_| lab.step()
            >
                "Step"
            </button>
            <button id="stop-button" disabled=move || !lab.can_stop() on:click=move |_| lab.stop()>
                "Stop"
            </button>
            <button
                id="reset-button"
                title="Clear the run; settings and seed stay"
                disabled=move || !lab.can_reset()
                on:click=move |_| lab.reset()
            >
                "Reset"
            </button>
            <button
                id="new-seed-button"
                title="Put a fresh random number into the seed field"
                on:click=move |_| lab.new_seed()
            >
                "New seed"
            </button>
        </div>
        <StepChoices />
        <p id="train-reason" class="train-reason"><Reason /></p>
    }
}

/// Says why training cannot start, with a link to each invalid field.
#[component]
fn Reason() -> impl IntoView {
    let lab = use_lab();
    let fields = Memo::new(move |_| {
        (lab.settings.config).with(|config| fields_to_mend(config.as_ref().err()))
    });
    let link = |key: &'static str| {
        let go = move |event: leptos::ev::MouseEvent| {
            event.prevent_default();
            reveal(key);
        };
        view! { " " <a href=format!("#{key}") on:click=go>{key}</a> }
    };
    view! {
        <Show when=move || fields.with(|fields| !fields.is_empty())>
            <span class="problem">
                "Training can start once this is mended:" {move || fields.get().into_iter().map(link).collect_view()}
            </span>
        </Show>
    }
}

fn fields_to_mend(problems: Option<&Vec<Problem>>) -> Vec<&'static str> {
    let mut fields = Vec::new();
    for problem in problems.into_iter().flatten() {
        if !fields.contains(&problem.field) {
            fields.push(problem.field);
        }
    }
    fields
}

/// Moves the focus from a button that is disabled while it has the focus to the one that is needed
/// next. Otherwise the focus would fall back to the top of the page.
fn follow_focus(lab: Lab) {
    let was_step = StoredValue::new(false);
    Effect::new(move || {
        // While a run starts, the same buttons are enabled as while it runs.
        let phase = match lab.run.is_starting.get() {
            true => Phase::Running,
            false => lab.run.phase.get(),
        };
        let holder = focus::holder();
        let next = match (&phase, holder.as_str()) {
            (Phase::Running, "step-button") => {
                // The button is enabled again as soon as the step is done.
                was_step.set_value(true);
                return;
            }
            (Phase::Paused, _) if was_step.get_value() => "step-button",
            (Phase::Running, "train-button" | "resume-button") => "pause-button",
            (Phase::Paused, "pause-button") => "resume-button",
            (
                Phase::Idle | Phase::Stopped(_) | Phase::Failed(_),
                "pause-button" | "resume-button" | "stop-button" | "reset-button",
            ) => "train-button",
            _ => return,
        };
        was_step.set_value(false);
        // The button cannot take the focus before it is enabled.
        request_animation_frame(move || focus::on(next));
    });
}
