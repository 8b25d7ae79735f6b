//! The controls of a run in the Lab: the one button that trains, pauses and resumes, and the quiet
//! ones beside it.

use leptos::prelude::*;

use super::form::reveal;
use super::lab::{Lab, PaceChoice, use_lab};
use super::run_button::{EndButtons, RunButton};
use super::stages::{StepUnit, step_title};
use crate::ui::browser::focus;
use policy_lab::config::validate::Problem;
use policy_lab::history::Phase;

/// Shows all buttons, and the reason if training cannot start.
#[component]
pub fn Controls() -> impl IntoView {
    let lab = use_lab();
    follow_step(lab);
    let may_step = move || {
        let phase = lab.run.phase.get();
        phase == Phase::Paused || phase != Phase::Running && lab.can_start()
    };
    view! {
        <div class="controls" role="group" aria-label="Run">
            <RunButton />
            <button
                id="step-button"
                class="quiet"
                title=move || step_title(lab.run.unit.get())
                disabled=move || !may_step()
                on:click=move |_| lab.step()
            >
                "Step"
            </button>
            <EndButtons />
            <span class="paces">
                <PaceButton pace=PaceChoice::Slow name="Slow motion" title="Stops at every stage of an iteration and shows its code" />
                <PaceButton pace=PaceChoice::Watch name="Watch" title="Slow enough to see the rollout of every iteration" />
                <details class="run-more">
                    <summary>"More"</summary>
                    <div>
                        <StepUnit />
                        <button
                            id="new-seed-button"
                            class="quiet"
                            title="Put a fresh random number into the seed field"
                            on:click=move |_| lab.new_seed()
                        >
                            "New seed"
                        </button>
                    </div>
                </details>
            </span>
        </div>
        <p id="run-reason" class="train-reason"><Reason /></p>
    }
}

/// Shows a button that chooses a pace, or full speed if that pace is chosen already.
#[component]
fn PaceButton(
    /// The pace.
    pace: PaceChoice,
    /// Its name on the page.
    name: &'static str,
    /// What it does.
    title: &'static str,
) -> impl IntoView {
    let lab = use_lab();
    let is_chosen = move || lab.run.pace.get() == pace;
    let toggle = move |_| {
        lab.choose_pace(match untrack(is_chosen) {
            true => PaceChoice::Full,
            false => pace,
        });
    };
    view! {
        <button class="quiet" title=title aria-pressed=move || is_chosen().to_string() on:click=toggle>{name}</button>
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

/// Gives the focus back to Step, which is disabled while its step is under way. Otherwise the focus
/// would fall back to the top of the page.
fn follow_step(lab: Lab) {
    let was_step = StoredValue::new(false);
    Effect::new(move || {
        let is_under_way = lab.run.is_starting.get() || lab.run.phase.get() == Phase::Running;
        if is_under_way {
            was_step.update_value(|was| *was |= focus::holder() == "step-button");
        } else if was_step.get_value() {
            was_step.set_value(false);
            // The button cannot take the focus before it is enabled.
            request_animation_frame(|| focus::on("step-button"));
        }
    });
}
