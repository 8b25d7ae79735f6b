//! The steps of a chapter as one line of marks.

use leptos::prelude::*;

use super::state::{Course, ExerciseState, use_course};
use crate::course::{Chapter, CourseStep, question};
use crate::marking::is_right;

/// Shows a mark for each text, question and exercise of a chapter, and says where the reader is. A
/// press on a mark leads there; for a keyboard the same links stand in the chapter's text.
#[component]
pub fn StepLine(
    /// The chapter.
    chapter: &'static Chapter,
    /// The id of the exercise that is open, if one is.
    #[prop(into)]
    at: Signal<Option<&'static str>>,
) -> impl IntoView {
    let course = use_course();
    let is_at = move |step: CourseStep| match step {
        CourseStep::Exercise(exercise) => at.get() == Some(exercise.id),
        _ => false,
    };
    let count = CourseStep::of(chapter).count();
    let said = move || {
        let place = CourseStep::of(chapter).position(is_at)?;
        Some(format!("Step {} of {count}", place + 1))
    };
    let mark = |step: CourseStep| {
        view! {
            <a
                tabindex="-1"
                class=kind(step)
                class:done=move || is_done(course, step)
                class:here=move || is_at(step)
                href=step.address()
                title=step.title()
            ></a>
        }
    };
    view! {
        <p class="steps">
            <span class="steps-said">{said}</span>
            <span class="step-line" aria-hidden="true">{CourseStep::of(chapter).map(mark).collect_view()}</span>
        </p>
    }
}

fn kind(step: CourseStep) -> &'static str {
    match step {
        CourseStep::Exercise(_) => "step-exercise",
        CourseStep::Question(..) => "step-question",
        CourseStep::Text(..) | CourseStep::Chapter(_) => "step-text",
    }
}

/// Returns true for an exercise that has passed, and a question whose answer is right. What was
/// read nobody knows.
fn is_done(course: Course, step: CourseStep) -> bool {
    match step {
        CourseStep::Exercise(exercise) => course.state_of(exercise) == ExerciseState::Passed,
        CourseStep::Question(_, id) => question(id)
            .zip(course.answer(id))
            .is_some_and(|(question, given)| is_right(question, &given)),
        CourseStep::Text(..) | CourseStep::Chapter(_) => false,
    }
}
