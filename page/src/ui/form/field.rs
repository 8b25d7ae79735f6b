//! One hyperparameter of the form, in one row: label, input, and a button for its help. Below it
//! what there is to say about its value: a change, a problem, a hint.

use leptos::either::EitherOf3;
use leptos::prelude::*;

use super::about::about;
use super::change::Change;
use crate::ui::browser::name;
use crate::ui::lab::use_lab;
use crate::ui::world::WorldLink;
use policy_lab::config::fields::{Field, FieldKind};
use policy_lab::config::hints::hints;
use policy_lab::config::validate::Problem;

/// Longest name of a choice, in characters, that has room beside its label.
const LONG: usize = 20;

/// Shows a field's row.
#[component]
pub fn FieldRow(
    /// The hyperparameter.
    field: &'static Field,
) -> impl IntoView {
    let lab = use_lab();
    let key = field.key;
    let text = Memo::new(move |_| lab.settings.draft.with(|draft| draft.text(field)));
    let is_changed = Memo::new(move |_| lab.settings.draft.with(|draft| draft.is_changed(field)));
    let problem =
        Memo::new(move |_| (lab.settings.config).with(|config| find(config.as_ref().err()?, key)));
    let hint = Memo::new(move |_| {
        (lab.settings.config).with(|config| find(&hints(config.as_ref().ok()?), key))
    });
    let is_told = RwSignal::new(false);
    let described_by = move || {
        let mut ids = format!("{key}-help");
        if is_changed.get() {
            ids += &format!(" {key}-change");
        }
        if problem.with(Option::is_some) {
            ids += &format!(" {key}-error");
        } else if hint.with(Option::is_some) {
            ids += &format!(" {key}-hint");
        }
        ids
    };
    let is_invalid = move || problem.with(Option::is_some).to_string();
    let write = move |text: &str| lab.settings.write(key, text);
    // Worlds of the reader's own may become known while the form is there.
    let choices = Memo::new(move |_| {
        text.track();
        match field.kind {
            FieldKind::Choice { options } => options(),
            _ => Vec::new(),
        }
    });
    let input = match field.kind {
        FieldKind::Switch => EitherOf3::A(view! {
            <input
                id=key
                type="checkbox"
                prop:checked=move || text.get() == "true"
                aria-describedby=described_by
                aria-invalid=is_invalid
                on:change=move |event| write(if event_target_checked(&event) { "true" } else { "false" })
            />
        }),
        FieldKind::Choice { .. } => EitherOf3::B(view! {
            <select
                id=key
                aria-describedby=described_by
                aria-invalid=is_invalid
                on:change=move |event| write(&event_target_value(&event))
            >
                {move || {
                    let choices = choices.get().into_iter();
                    choices
                        .map(|choice| {
                            view! {
                                <option value=choice.key prop:selected=move || text.get() == choice.key>
                                    {choice.label}
                                </option>
                            }
                        })
                        .collect_view()
                }}
            </select>
        }),
        _ => EitherOf3::C(view! {
            <input
                id=key
                type="text"
                inputmode=keyboard(field.kind)
                autocomplete="off"
                spellcheck="false"
                placeholder=placeholder(field.kind)
                prop:value=text
                aria-describedby=described_by
                aria-invalid=is_invalid
                on:input=move |event| write(&event_target_value(&event))
            />
        }),
    };
    view! {
        <div class="field" data-control=key class:changed=is_changed class:wide=is_wide(field.kind) class:row=needs_a_row(field.kind) role="group" aria-labelledby=format!("{key}-label")>
            <label id=format!("{key}-label") for=key>{name::breakable(key)}</label>
            {input}
            <button
                class="about"
                id=format!("{key}-about")
                aria-label=format!("About {key}")
                aria-controls=format!("{key}-help")
                aria-expanded=move || is_told.get().to_string()
                on:click=move |_| is_told.update(|is_told| *is_told = !*is_told)
            >
                "?"
            </button>
            // A description is read out even while it is hidden.
            <p id=format!("{key}-help") class="field-help" hidden=move || !is_told.get()>{about(field)}</p>
            {(key == "env_id").then(|| view! { <WorldLink /> })}
            <Show when=move || is_changed.get()><Change field /></Show>
            {move || problem.get().map(|text| view! { <p id=format!("{key}-error") class="problem">{text}</p> })}
            {move || hint.get().map(|text| view! { <p id=format!("{key}-hint") class="hint">{text}</p> })}
        </div>
    }
}

fn find(problems: &[Problem], key: &str) -> Option<String> {
    problems
        .iter()
        .find(|problem| problem.field == key)
        .map(|problem| problem.message.clone())
}

/// Returns the keyboard that a phone should show. `decimal` has no minus sign and no `e`, so only
/// whole numbers get the number pad.
fn keyboard(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Integer { .. } => "numeric",
        _ => "text",
    }
}

/// Returns true if the value needs more room than a number.
fn is_wide(kind: FieldKind) -> bool {
    matches!(kind, FieldKind::Choice { .. } | FieldKind::Expression)
}

/// Returns true if the value needs the whole width: an expression, or a choice with long names.
fn needs_a_row(kind: FieldKind) -> bool {
    match kind {
        FieldKind::Choice { options } => options()
            .into_iter()
            .any(|choice| choice.label.len() > LONG),
        kind => matches!(kind, FieldKind::Expression),
    }
}

/// Returns the meaning of an empty field.
fn placeholder(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Optional { .. } => "none",
        FieldKind::Expression => "the environment’s own",
        _ => "",
    }
}
