//! The button that goes on from an exercise.

use leptos::prelude::*;

use super::super::cells::use_workbench;
use super::state::use_course;
use crate::course::Next;
use crate::ui::browser::focus;

/// Shows the button, unless the course ends with this exercise.
#[component]
pub fn NextStep(
    /// The id of the exercise.
    exercise: &'static str,
) -> impl IntoView {
    let bench = use_workbench();
    let course = use_course();
    let next = Next::after(exercise)?;
    // The pressed button disappears, so the focus moves to where the reader goes on.
    let go = move |_| match next {
        Next::Exercise(exercise) => {
            bench.choose(exercise);
            focus::on("exercise");
        }
        Next::Questions(chapter) => {
            course.open(chapter.key);
            request_animation_frame(|| focus::on("questions"));
        }
        Next::Chapter(chapter) => {
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
