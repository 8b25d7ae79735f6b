//! The view in which the reader writes code: the task, and the code with its result below.

mod actions;
mod bar;
mod drawer;
mod mine;

use leptos::prelude::*;

use self::actions::Actions;
use self::bar::ExerciseBar;
use self::drawer::Drawer;
use super::browser::storage;
use super::cells::{CellState, Editor, OtherTab, Output, TrainingOutput, use_workbench};
use super::course::{CourseTexts, ExerciseText, Help, NextStep, WithTexts, use_texts};
use super::panes::{Divider, PaneSide, PaneTabs};

/// The panes: keys, and names on their tabs.
const PANES: &[(&str, &str)] = &[("task", "Task"), ("code", "Code"), ("result", "Result")];

/// Shows the view.
#[component]
pub fn Write() -> impl IntoView {
    let bench = use_workbench();
    let chosen = RwSignal::new("task");
    // Another exercise begins with its task.
    Effect::new(move |before: Option<&'static str>| {
        let id = bench.exercise.get().id;
        if before.is_some_and(|before| before != id) {
            chosen.set("task");
        }
        id
    });
    view! {
        <section class="view view-write" aria-labelledby="cells-title" data-pane=chosen>
            <ExerciseBar />
            <div class="panes">
                <Task />
                <Divider name="write-task" label="Width of the task" side=PaneSide::Left />
                <Code>
                    <Drawer chosen />
                </Code>
            </div>
            <PaneTabs panes=PANES chosen />
        </section>
    }
}

/// Shows the task and the code, for a presentation, which has panels of its own for a run.
#[component]
pub fn Cells() -> impl IntoView {
    let bench = use_workbench();
    let way_on = move || {
        let has_passed = bench.shown() == CellState::Passed;
        let id = bench.exercise.get().id;
        has_passed.then(|| view! { <NextStep exercise=id is_primary=true /> })
    };
    view! {
        <section class="cells" aria-labelledby="cells-title">
            <ExerciseBar />
            <Task />
            <Code>
                <Output>{way_on}</Output>
                <TrainingOutput />
            </Code>
        </section>
    }
}

/// Shows the text of the exercise, its hints and its solution.
#[component]
fn Task() -> impl IntoView {
    let bench = use_workbench();
    view! {
        <div class="pane pane-task" tabindex="0" aria-label="Task" role="region">
            <h1 id="cells-title" tabindex="-1">{move || bench.exercise.get().title()}</h1>
            <WithTexts show=|| view! { <ExerciseText /> <Help /> }.into_any() />
        </div>
    }
}

/// Shows the buttons and the editor, and below them the result. The code to start from comes with
/// the texts; the reader's own code is there at once.
#[component]
fn Code(
    /// The result.
    children: ChildrenFn,
) -> impl IntoView {
    let bench = use_workbench();
    let texts = use_texts();
    let id = Memo::new(move |_| bench.exercise.get().id);
    let has_code = Memo::new(move |_| {
        texts.get() == CourseTexts::Ready || bench.texts.with(|texts| texts.contains_key(id.get()))
    });
    let waiting = || view! { <p class="hint">"The code comes with the text of the exercise"</p> };
    view! {
        <div class="pane pane-code" role="region" aria-label="Code">
            <Show when=move || has_code.get() fallback=waiting>
                <Actions />
                <OtherTab />
                <Show when=move || !bench.is_kept.get()>
                    <p class="hint problem">{storage::REFUSED}</p>
                </Show>
                <div class="editor-box" data-testid=move || format!("exercise-{}", id.get())>
                    <Editor />
                </div>
                {children()}
            </Show>
        </div>
    }
}
