//! Remedies for a problem, and the buttons that apply them.

use leptos::prelude::*;

use super::super::lab::{Lab, use_lab};
use crate::ui::browser::focus;
use policy_lab::config::fields::Field;
use policy_lab::history::health::{Finding, Remedy};

/// Shows the sentence and the buttons. A run with the reader's functions cannot go back to a
/// checkpoint: its worker starts it again.
#[component]
pub fn Remedies(
    /// The problem.
    finding: Finding,
) -> impl IntoView {
    let lab = use_lab();
    let all = finding.remedies;
    let is_grave = finding.problem.is_grave();
    let back_to = finding.back_to;
    let html = sentence(&all);
    let change =
        (!all.is_empty()).then(|| view! { <h3>"What to change"</h3> <p inner_html=html></p> });
    // A setting that the form has already needs no button.
    let first = Memo::new(move |_| all.iter().find(|remedy| is_open(lab, remedy)).cloned());
    let buttons = move || {
        let mend = first.get().map(|remedy| view! { <Mend remedy back_to /> });
        let back = back_to.map(|iteration| view! { <GoBack iteration /> });
        view! { <div class="health-actions">{mend} {back}</div> }
    };
    view! {
        {change}
        <Show when=move || is_grave && !lab.reader_run.is_shown.get()>
            {buttons}
            <Show when=move || back_to.is_some()>
                <p class="hint">
                    "Going back takes networks, optimiser, environments and random numbers as they were then, cuts the curves \
                     there, and trains on with the settings as they stand. With none of them changed, the same happens again."
                </p>
            </Show>
        </Show>
    }
}

/// Shows a button that goes back to a checkpoint and continues with the current settings.
#[component]
fn GoBack(
    /// The iteration of the checkpoint.
    iteration: usize,
) -> impl IntoView {
    let lab = use_lab();
    let go = move |_| {
        lab.rewind(iteration);
        leave();
    };
    view! {
        <button data-testid="go-back" disabled=move || !lab.can_rewind() on:click=go>
            {format!("Go back to iteration {iteration}")}
        </button>
    }
}

/// Shows a button that changes a setting in the form, and then goes back or starts again.
#[component]
fn Mend(
    /// The setting and its new value.
    remedy: Remedy,
    /// The iteration of the checkpoint, if there is one.
    back_to: Option<usize>,
) -> impl IntoView {
    let lab = use_lab();
    let (key, text) = (remedy.key, remedy.text.clone());
    let label = match back_to {
        Some(iteration) => format!("Set {key} to {text} and go back to iteration {iteration}"),
        None => format!("Set {key} to {text} and start again"),
    };
    let go = move |_| {
        lab.settings.write(key, &text);
        match back_to {
            Some(iteration) => lab.rewind(iteration),
            None => lab.train(),
        }
        leave();
    };
    view! {
        <button class="primary" data-testid="mend" disabled=move || !lab.can_rewind() on:click=go>
            {label}
        </button>
    }
}

/// Moves the keyboard's focus to the buttons of the run, because the pressed button disappears with
/// the finding.
fn leave() {
    request_animation_frame(|| focus::on("pause-button"));
}

/// Returns true if the form has this field with another value.
fn is_open(lab: Lab, remedy: &Remedy) -> bool {
    let Some(field) = Field::find(remedy.key) else {
        return false;
    };
    lab.settings.draft.with(|draft| {
        field.is_used_by(draft.algorithm()) && draft.text(field).trim() != remedy.text
    })
}

/// Returns the remedies as a sentence, HTML: `set clip_coef to 0.2, or set learning_rate to 0.005`,
/// with a capital letter.
fn sentence(remedies: &[Remedy]) -> String {
    let one = |it: &Remedy| format!("set <code>{}</code> to {}", it.key, it.text);
    let all: Vec<String> = remedies.iter().map(one).collect();
    let mut text = all.join(", or ");
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}
