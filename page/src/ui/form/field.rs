//! One hyperparameter of the form: label, input, help, and the problem with its value, if any.

use leptos::either::EitherOf3;
use leptos::prelude::*;

use super::super::lab::use_lab;
use crate::ui::browser::name;
use policy_lab::config::draft::print_number;
use policy_lab::config::fields::{Field, FieldKind};
use policy_lab::config::hints::hints;
use policy_lab::config::validate::Problem;

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
    let problem = Memo::new(move |_| {
        lab.settings.config.with(|config| {
            config
                .as_ref()
                .err()
                .and_then(|problems| find(problems, key))
        })
    });
    let hint = Memo::new(move |_| {
        lab.settings.config.with(|config| {
            config
                .as_ref()
                .ok()
                .and_then(|config| find(&hints(config), key))
        })
    });
    let described_by = move || {
        let mut ids = format!("{key}-help");
        if problem.with(Option::is_some) {
            ids += &format!(" {key}-error");
        } else if hint.with(Option::is_some) {
            ids += &format!(" {key}-hint");
        }
        ids
    };
    let is_invalid = move || problem.with(Option::is_some).to_string();
    let write = move |text: &str| {
        lab.settings
            .draft
            .update(|draft| draft.set_text(field, text));
    };
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
        FieldKind::Choice { options } => EitherOf3::B(view! {
            <select
                id=key
                aria-describedby=described_by
                aria-invalid=is_invalid
                on:change=move |event| write(&event_target_value(&event))
            >
                {options()
                    .into_iter()
                    .map(|choice| {
                        view! {
                            <option value=choice.key prop:selected=move || text.get() == choice.key>
                                {choice.label}
                            </option>
                        }
                    })
                    .collect_view()}
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
        <div class="field" data-control=key class:changed=is_changed class:wide=is_wide(field.kind) role="group" aria-labelledby=format!("{key}-label")>
            <label id=format!("{key}-label") for=key>{name::breakable(key)}</label>
            {input}
            <Undo field is_changed />
            <p id=format!("{key}-help") class="help">
                {field.help} " " {range(field.kind)} {course_names(field)}
            </p>
            {move || problem.get().map(|text| view! { <p id=format!("{key}-error") class="problem">{text}</p> })}
            {move || hint.get().map(|text| view! { <p id=format!("{key}-hint") class="hint">{text}</p> })}
        </div>
    }
}

/// Shows that a field was changed, with the preset's value and a button to go back to it.
#[component]
fn Undo(
    /// The hyperparameter.
    field: &'static Field,
    /// True if the value differs from the preset's.
    is_changed: Memo<bool>,
) -> impl IntoView {
    let lab = use_lab();
    let default = Memo::new(move |_| lab.settings.draft.with(|draft| draft.default_text(field)));
    let shown = move || match (field.kind, default.get()) {
        (FieldKind::Switch, text) => if text == "true" { "on" } else { "off" }.to_owned(),
        (_, text) if text.is_empty() => "none".to_owned(),
        (_, text) => text,
    };
    let go_back = move |_| {
        let text = default.get_untracked();
        lab.settings
            .draft
            .update(|draft| draft.set_text(field, &text));
    };
    view! {
        <Show when=move || is_changed.get()>
            <p class="undo">
                "changed " <button class="link" on:click=go_back>"back to " {shown}</button>
            </p>
        </Show>
    }
}

fn find(problems: &[Problem], key: &str) -> Option<String> {
    problems
        .iter()
        .find(|problem| problem.field == key)
        .map(|problem| problem.message.clone())
}

/// Returns the keyboard that a phone should show. `decimal` has no minus sign and no `e`, so only whole numbers get the number
/// pad.
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

/// Returns the meaning of an empty field.
fn placeholder(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Optional { .. } => "none",
        FieldKind::Expression => "the world’s own",
        _ => "",
    }
}

fn range(kind: FieldKind) -> Option<impl IntoView> {
    let (min, max) = match kind {
        FieldKind::Integer { min, max } => (min.to_string(), max.to_string()),
        FieldKind::Number { min, max } | FieldKind::Optional { min, max } => {
            (print_number(min), print_number(max))
        }
        _ => return None,
    };
    Some(view! { <span class="range">{format!("({min} to {max})")}</span> })
}

fn course_names(field: &Field) -> Option<impl IntoView + use<>> {
    (!field.course_names.is_empty()).then(|| {
        view! {
            <span class="course-names">"In the course: " <code>{field.course_names.join(", ")}</code></span>
        }
    })
}
