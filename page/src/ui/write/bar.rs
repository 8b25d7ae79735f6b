//! The line above the code: which exercise it is, and the way to the one before and the one after.

use leptos::prelude::*;

use crate::course::{CHAPTERS, Chapter, Exercise};
use crate::ui::cells::use_workbench;
use crate::ui::course::StepLine;

/// Shows the links to the neighbours and the choice of an exercise.
#[component]
pub fn ExerciseBar() -> impl IntoView {
    let bench = use_workbench();
    let id = Memo::new(move |_| bench.exercise.get().id);
    let choose = move |event| {
        if let Some(exercise) = Exercise::find(&event_target_value(&event)) {
            bench.choose(exercise);
        }
    };
    let chapter = move || {
        let (number, chapter) = Chapter::of(id.get())?;
        let name = format!("{number}. {}", chapter.title());
        Some(view! {
            <a class="to-map" href="?view=map">"Map"</a>
            <a class="to-chapter" href=chapter.link()>{name}</a>
            <StepLine chapter at=Signal::derive(move || Some(id.get())) />
        })
    };
    view! {
        <header class="exercise-bar">
            {chapter}
            <div class="exercise-choice">
                <Neighbour id by=-1 />
                <label for="exercise">"Exercise"</label>
                <select id="exercise" on:change=choose prop:value=id>
                    {CHAPTERS.iter().map(|chapter| view! { <Choices chapter id /> }).collect_view()}
                </select>
                <Neighbour id by=1 />
            </div>
        </header>
    }
}

/// Shows the link to the exercise before or after. It stays in place, and keeps the focus, from one
/// to the next.
#[component]
fn Neighbour(
    /// The id of the current exercise.
    id: Memo<&'static str>,
    /// Where to go from there: -1 before, 1 after.
    by: isize,
) -> impl IntoView {
    let (sign, what) = match by < 0 {
        true => ("‹", "Previous"),
        false => ("›", "Next"),
    };
    let exercise = Memo::new(move |_| neighbour(id.get(), by));
    let name = move || exercise.get().map(|it| format!("{what}: {}", it.title()));
    view! {
        <a
            class="button neighbour"
            data-neighbour=by
            href=move || exercise.get().map(Exercise::link)
            title=name
            aria-label=name
            hidden=move || exercise.get().is_none()
        >
            {sign}
        </a>
    }
}

/// Returns the exercise that stands so many places after another in the course.
fn neighbour(id: &str, by: isize) -> Option<&'static Exercise> {
    let ids = CHAPTERS.iter().flat_map(|chapter| chapter.exercises);
    let ids: Vec<&str> = ids.copied().collect();
    let place = ids.iter().position(|it| *it == id)?;
    Exercise::find(ids.get(place.checked_add_signed(by)?)?)
}

/// Lists the exercises of a chapter under its title, with a mark at those whose checks have passed.
#[component]
fn Choices(
    /// The chapter.
    chapter: &'static Chapter,
    /// The id of the current exercise.
    id: Memo<&'static str>,
) -> impl IntoView {
    let bench = use_workbench();
    let choice = |exercise: &'static Exercise| {
        let has_passed = move || bench.passed.with(|passed| passed.contains(exercise.id));
        view! {
            <option value=exercise.id prop:selected=move || id.get() == exercise.id>
                {exercise.label()} {move || if has_passed() { " ✓" } else { "" }}
            </option>
        }
    };
    let choices: Vec<_> = chapter.exercises().map(choice).collect();
    (!choices.is_empty()).then(|| view! { <optgroup label=chapter.title()>{choices}</optgroup> })
}
