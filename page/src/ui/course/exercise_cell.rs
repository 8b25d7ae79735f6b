//! The section of the page: which exercise, its code, what came of it.

use leptos::prelude::*;

use super::exercise::{ExerciseText, Help};
use super::links::follow;
use super::state::{Course, use_course};
use crate::course::{CHAPTERS, Chapter, Exercise, word, words};
use crate::ui::browser::files;
use crate::ui::cells::{Editor, LIMITS_SECS, Output, TrainMine, export, use_workbench};

/// Exercises, a cell, its output.
#[component]
pub fn Cells() -> impl IntoView {
    let bench = use_workbench();
    let id = Memo::new(move |_| bench.exercise.get().id);
    let choose = move |event| {
        if let Some(exercise) = Exercise::find(&event_target_value(&event)) {
            bench.choose(exercise);
        }
    };
    view! {
        <section class="cells" aria-labelledby="cells-title" on:click=follow(use_course())>
            <header>
                <h2 id="cells-title">{word("cells.title")}</h2>
                <p>{word("cells.about")}</p>
            </header>
            <div class="exercise-choice">
                <label for="exercise">{word("cells.exercise")}</label>
                <select id="exercise" on:change=choose prop:value=id>
                    {CHAPTERS.iter().map(|chapter| view! { <Choices chapter id /> }).collect_view()}
                </select>
            </div>
            <ExerciseText />
            <div data-testid=move || format!("exercise-{}", id.get())><Editor /></div>
            <Actions />
            <Show when=move || !bench.is_kept.get()>
                <p class="hint problem">{word("cells.not-kept")}</p>
            </Show>
            <Output />
            <Help />
            <TrainMine />
        </section>
    }
}

/// The exercises of a chapter, under its title.
#[component]
fn Choices(
    /// The chapter.
    chapter: &'static Chapter,
    /// The exercise at hand.
    id: Memo<&'static str>,
) -> impl IntoView {
    let exercises = chapter.exercises.iter().filter_map(|id| Exercise::find(id));
    let exercises = exercises.map(|exercise| view! { <Choice exercise id /> });
    let choices = exercises.collect_view();
    (!choices.is_empty()).then(|| view! { <optgroup label=chapter.title()>{choices}</optgroup> })
}

#[component]
fn Choice(
    /// The exercise.
    exercise: &'static Exercise,
    /// The one at hand.
    id: Memo<&'static str>,
) -> impl IntoView {
    let bench = use_workbench();
    let mark = move || {
        let has_passed = bench.passed.with(|passed| passed.contains(exercise.id));
        if has_passed { " ✓" } else { "" }
    };
    view! {
        <option value=exercise.id prop:selected=move || id.get() == exercise.id>
            {exercise.id} " " {exercise.title()} {mark}
        </option>
    }
}

/// Run, stop, reset, limits, export.
#[component]
fn Actions() -> impl IntoView {
    let bench = use_workbench();
    let limit = move |event| {
        if let Ok(secs) = event_target_value(&event).parse() {
            bench.limit_secs.set(secs);
        }
    };
    let course = use_course();
    let may_reset = move || course.has_begun(bench.exercise.get());
    let python = move |_| {
        let text = bench.texts.with_untracked(export::python);
        files::save("policy-lab.py", text.as_bytes());
    };
    let notebook = move |_| {
        let text = bench.texts.with_untracked(export::notebook);
        files::save("policy-lab.ipynb", text.as_bytes());
    };
    let mut limits = LIMITS_SECS;
    limits.sort_unstable();
    view! {
        <div class="cell-actions">
            <button
                class="primary"
                data-testid="run-cell"
                title=word("cells.run-title")
                disabled=move || bench.is_busy()
                on:click=move |_| bench.run()
            >
                {word("cells.run")}
            </button>
            <button data-testid="stop-cell" disabled=move || !bench.is_busy() on:click=move |_| bench.stop()>
                {word("cells.stop")}
            </button>
            <button
                data-testid="reset-cell"
                title=word("cells.reset-title")
                disabled=move || !may_reset() || bench.is_busy()
                on:click=move |_| ask_and_reset(course)
            >
                {word("cells.reset")}
            </button>
            <label class="limit">
                {word("cells.at-most")} " "
                <select data-testid="time-limit" on:change=limit>
                    {limits
                        .map(|secs| {
                            let is_chosen = move || bench.limit_secs.get() == secs;
                            view! { <option value=secs prop:selected=is_chosen>{span(secs)}</option> }
                        })}
                </select>
            </label>
            <span class="export">
                {word("cells.export")} " "
                <button class="link" data-testid="save-py" on:click=python>".py"</button>
                " " {word("cells.or")} " "
                <button class="link" data-testid="save-ipynb" on:click=notebook>".ipynb"</button>
            </span>
        </div>
    }
}

/// A text that was written is not thrown away by a slip.
fn ask_and_reset(course: Course) {
    let question = word("cells.reset-question");
    if window().confirm_with_message(question).unwrap_or(true) {
        course.forget_exercise();
    }
}

fn span(secs: u64) -> String {
    match secs {
        60 => word("cells.minute").to_owned(),
        secs if secs > 60 => words("cells.minutes", &[("count", &(secs / 60))]),
        secs => words("cells.seconds", &[("count", &secs)]),
    }
}
