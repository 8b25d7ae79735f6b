//! The link that goes on from an exercise, and what is said of a chapter that is done.

use leptos::prelude::*;

use super::state::use_course;
use crate::course::{CHAPTERS, Chapter, CourseStep};

/// Shows the link, unless the course ends with this exercise. Where the exercise was the last of
/// its chapter to pass, the chapter is done.
#[component]
pub fn NextStep(
    /// The id of the exercise.
    exercise: &'static str,
    /// True where it is what one does next.
    #[prop(optional)]
    is_primary: bool,
) -> impl IntoView {
    let (_, chapter) = Chapter::of(exercise)?;
    let link = move || {
        let next = CourseStep::after(exercise)?;
        // The pressed link disappears, so the focus moves to the next task.
        let address = match next {
            CourseStep::Exercise(exercise) => format!("{}#cells-title", exercise.link()),
            step => step.address(),
        };
        Some(view! { <StepLink next address is_primary /> })
    };
    Some(view! { <ChapterDone chapter>{link()}</ChapterDone> })
}

/// Says that a chapter is done, once all of it is, and leads to the next one. Nothing of it is
/// kept: it follows from what has passed.
#[component]
pub fn ChapterDone(
    /// The chapter.
    chapter: &'static Chapter,
    /// Stands there until then.
    children: ChildrenFn,
) -> impl IntoView {
    let course = use_course();
    let is_done = Memo::new(move |_| course.standing(chapter).is_whole());
    let next = move || {
        let next = CourseStep::Chapter(CHAPTERS.get(chapter.number()?)?);
        Some(view! { <StepLink next address=next.address() is_primary=true /> })
    };
    view! {
        <Show when=move || is_done.get() fallback=move || children()>
            <div class="chapter-done">
                <p class="solved">{format!("Chapter done: {}", chapter.title())}</p>
                {next()}
            </div>
        </Show>
    }
}

#[component]
fn StepLink(
    /// The step.
    next: CourseStep,
    /// The address that the link opens.
    address: String,
    /// True where it is what one does next.
    is_primary: bool,
) -> impl IntoView {
    view! {
        <a class="button" class:primary=is_primary data-testid="next-step" href=address>
            {format!("Next: {}", next.title())}
        </a>
    }
}
