//! What there is to know about a field: its help, its range, its names in the course.

use leptos::either::Either;
use leptos::prelude::*;

use crate::ui::lab::use_lab;
use crate::view::settings::reward_names;
use policy_lab::config::draft::{Draft, print_number};
use policy_lab::config::fields::{Field, FieldKind};

/// Shows a field's help, range and names in the course.
pub fn about(field: &'static Field) -> impl IntoView {
    view! { {field.help} " " {range(field.kind)} {names(field.kind)} {course_names(field)} }
}

/// Shows the help of the field that has the focus, always at the same place: text that appeared
/// between the rows would move the row that the reader is about to press. A screen reader takes the
/// same text from the field's row.
#[component]
pub fn FocusedHelp(
    /// Name of the field that has the focus.
    focused: RwSignal<Option<&'static str>>,
) -> impl IntoView {
    let shown = move || match focused.get().and_then(Field::find) {
        Some(field) => Either::Left(view! { <code>{field.key}</code> " " {about(field)} }),
        None => Either::Right("Enter a field to read here what it does, or press its ?"),
    };
    view! { <p class="focused-help" data-testid="focused-help" aria-hidden="true">{shown}</p> }
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

/// Shows the names that an expression may have in the environment that the form names.
fn names(kind: FieldKind) -> Option<impl IntoView> {
    let lab = use_lab();
    let names = move || {
        let names = reward_names(lab.settings.draft.with(Draft::env_id));
        names.map(|names| format!("({names})"))
    };
    matches!(kind, FieldKind::Expression).then(|| view! { <span>{names}</span> })
}

fn course_names(field: &Field) -> Option<impl IntoView + use<>> {
    (!field.course_names.is_empty()).then(|| {
        view! {
            <span class="course-names">"In the course: " <code>{field.course_names.join(", ")}</code></span>
        }
    })
}
