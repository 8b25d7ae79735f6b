//! The link that goes on from an exercise.

use leptos::prelude::*;

use crate::course::CourseStep;

/// Shows the link, unless the course ends with this exercise.
#[component]
pub fn NextStep(
    /// The id of the exercise.
    exercise: &'static str,
    /// True where it is what one does next.
    #[prop(optional)]
    is_primary: bool,
) -> impl IntoView {
    let next = CourseStep::after(exercise)?;
    // The pressed link disappears, so the focus moves to the next task.
    let address = match next {
        CourseStep::Exercise(exercise) => format!("{}#cells-title", exercise.link()),
        step => step.address(),
    };
    Some(view! {
        <a class="button" class:primary=is_primary data-testid="next-step" href=address>
            {format!("Next: {}", next.title())}
        </a>
    })
}
