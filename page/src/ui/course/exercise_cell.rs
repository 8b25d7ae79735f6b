//! The section for exercises: the choice of one, its text, the reader's code and its output.

use leptos::prelude::*;

use super::exercise::{ExerciseText, Help};
use super::links::follow;
use super::next_step::NextStep;
use super::state::{Course, use_course};
use crate::course::{CHAPTERS, Chapter, Exercise};
use crate::ui::browser::files;
use crate::ui::cells::{Editor, LIMITS_SECS, Output, TrainMine, export, use_workbench};

/// Shows the section.
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
                <h2 id="cells-title">"Write it yourself"</h2>
                <p>
                    "The course’s exercises, in Python with PyTorch’s names, run and checked in \
                     this tab. What you write is kept in this browser"
                </p>
            </header>
            <div class="exercise-choice">
                <label for="exercise">"Exercise"</label>
                <select id="exercise" on:change=choose prop:value=id>
                    {CHAPTERS.iter().map(|chapter| view! { <Choices chapter id /> }).collect_view()}
                </select>
            </div>
            <ExerciseText />
            <div data-testid=move || format!("exercise-{}", id.get())><Editor /></div>
            <Actions />
            <Show when=move || !bench.is_kept.get()>
                <p class="hint problem">"This browser keeps nothing for this page, so export what you want to keep"</p>
            </Show>
            <Output>{move || view! { <NextStep exercise=id.get() /> }}</Output>
            <Help />
            <TrainMine />
        </section>
    }
}

/// Lists the exercises of a chapter under its title.
#[component]
fn Choices(
    /// The chapter.
    chapter: &'static Chapter,
    /// The id of the current exercise.
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
    /// The id of the current exercise.
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

/// Shows the buttons that run, stop, reset and export, and the choice of the time limit.
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
                title="Run the cell and its checks"
                disabled=move || bench.is_busy()
                on:click=move |_| bench.run()
            >
                "Run cell"
            </button>
            <button data-testid="stop-cell" disabled=move || !bench.is_busy() on:click=move |_| bench.stop()>
                "Stop cell"
            </button>
            <button
                data-testid="reset-cell"
                title="Put the text back that the exercise starts from, and cover its hints again"
                disabled=move || !may_reset() || bench.is_busy()
                on:click=move |_| ask_and_reset(course)
            >
                "Start over…"
            </button>
            <label class="limit">
                "at most "
                <select data-testid="time-limit" on:change=limit>
                    {limits
                        .map(|secs| {
                            let is_chosen = move || bench.limit_secs.get() == secs;
                            view! { <option value=secs prop:selected=is_chosen>{span(secs)}</option> }
                        })}
                </select>
            </label>
            <span class="export">
                "Export all as "
                <button class="link" data-testid="save-py" on:click=python>".py"</button>
                " or "
                <button class="link" data-testid="save-ipynb" on:click=notebook>".ipynb"</button>
            </span>
        </div>
    }
}

/// Starts the current exercise over if the reader confirms it.
fn ask_and_reset(course: Course) {
    let question = "Throw away what you have written here and start over?";
    if window().confirm_with_message(question).unwrap_or(true) {
        course.forget_exercise();
    }
}

fn span(secs: u64) -> String {
    match secs {
        60 => "1 minute".to_owned(),
        secs if secs > 60 => format!("{} minutes", secs / 60),
        secs => format!("{secs} seconds"),
    }
}
