//! What there is to know about a field: its help, its range, its names in the course.

use leptos::either::Either;
use leptos::prelude::*;

use policy_lab::config::draft::print_number;
use policy_lab::config::fields::{Field, FieldKind};

/// Shows a field's help, range and names in the course.
pub fn about(field: &'static Field) -> impl IntoView {
    view! { {field.help} " " {range(field.kind)} {course_names(field)} }
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

fn course_names(field: &Field) -> Option<impl IntoView + use<>> {
    (!field.course_names.is_empty()).then(|| {
        view! {
            <span class="course-names">"In the course: " <code>{field.course_names.join(", ")}</code></span>
        }
    })
}
