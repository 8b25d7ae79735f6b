//! The button that goes on from an exercise.

use leptos::prelude::*;

use super::super::cells::use_workbench;
use super::state::use_course;
use crate::course::CourseStep;
use crate::ui::browser::focus;

/// Shows the button, unless the course ends with this exercise.
#[component]
pub fn NextStep(
    /// The id of the exercise.
    exercise: &'static str,
) -> impl IntoView {
    let bench = use_workbench();
    let course = use_course();
    let next = CourseStep::after(exercise)?;
    // The pressed button disappears, so the focus moves to where the reader goes on.
    let go = move |_| match next {
        CourseStep::Exercise(exercise) => {
            bench.choose(exercise);
            focus::on("exercise");
        }
        CourseStep::Questions(chapter) => {
            course.open(chapter.key);
            request_animation_frame(|| focus::on("questions"));
        }
        CourseStep::Chapter(chapter) => {
            course.open(chapter.key);
            focus::on("lesson");
        }
    };
    Some(view! {
        <button data-testid="next-step" on:click=go>
            {format!("Next: {}", next.title())}
        </button>
    })
}
