//! The form of hyperparameters, generated from their table. Typed text stays as it was typed, valid or not.

mod field;
mod plan;

use leptos::prelude::*;

use self::field::FieldRow;
use self::plan::Plan;
use super::lab::{Lab, use_lab};
use crate::view::format;
use policy_lab::config::Algorithm;
use policy_lab::config::draft::Draft;
use policy_lab::config::fields::{FIELDS, FieldGroup};

/// Shows all settings of the next run.
#[component]
pub fn SettingsForm() -> impl IntoView {
    let lab = use_lab();
    let algorithm = Memo::new(move |_| lab.settings.draft.with(Draft::algorithm));
    view! {
        <section class="settings" aria-labelledby="settings-title" tabindex="0">
            <header>
                <h2 id="settings-title">"Hyperparameters"</h2>
                <Changes />
                <NextRun />
            </header>
            <Plan />
            {FieldGroup::ALL.map(|group| view! { <GroupOfFields group algorithm /> })}
        </section>
    }
}

/// Shows one heading and its fields.
#[component]
fn GroupOfFields(
    /// The heading.
    group: FieldGroup,
    /// The algorithm whose fields are shown.
    algorithm: Memo<Algorithm>,
) -> impl IntoView {
    let rows = move || {
        let algorithm = algorithm.get();
        FIELDS
            .iter()
            .filter(|field| field.group == group && field.is_used_by(algorithm))
            .map(|field| view! { <FieldRow field /> })
            .collect_view()
    };
    view! {
        <fieldset class="fields">
            <legend>{group.label()}</legend>
            {rows}
        </fieldset>
    }
}

/// Shows how many fields differ from the preset, and a button to go back to it.
#[component]
fn Changes() -> impl IntoView {
    let lab = use_lab();
    let changed = Memo::new(move |_| lab.settings.draft.with(|draft| draft.changes().count()));
    let go_back = move |_| {
        lab.settings
            .draft
            .update(|draft| *draft = Draft::new(draft.preset()));
    };
    move || {
        let changed = changed.get();
        (changed > 0).then(|| {
            view! {
                <p class="changes">
                    {format::plural(changed, "change")} " from the preset "
                    <button class="link" on:click=go_back>"Undo all"</button>
                </p>
            }
        })
    }
}

/// Says that changes do not affect the current run.
#[component]
fn NextRun() -> impl IntoView {
    let lab = use_lab();
    let differs = Memo::new(move |_| lab.is_busy() && differs_from_run(lab));
    view! {
        <p class="next-run" aria-live="polite">
            {move || differs.get().then_some("Applies to the next run; this one goes on with its own settings")}
        </p>
    }
}

fn differs_from_run(lab: Lab) -> bool {
    lab.run.history.with(
        |history| match (&history.run.info, lab.settings.config.get()) {
            (Some(run), Ok(config)) => run.config != config,
            (Some(_), Err(_)) => true,
            (None, _) => false,
        },
    )
}
