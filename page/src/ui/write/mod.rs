//! The view in which the reader writes code: the task, the code with its result, and the run with
//! that code beside ours.

mod actions;
mod bar;
mod mine;

use leptos::prelude::*;

use self::actions::Actions;
use self::bar::ExerciseBar;
use self::mine::MyRun;
use super::browser::storage;
use super::cells::{CellState, Editor, OtherTab, Output, TrainMine, TrainingOutput, use_workbench};
use super::course::{CourseTexts, ExerciseText, Help, NextStep, WithTexts, use_texts};
use super::panes::{Divider, PaneSide, PaneTabs};

/// The panes: keys, and names on their tabs.
const PANES: &[(&str, &str)] = &[("task", "Task"), ("code", "Code"), ("mine", "Your run")];
/// The panes of an exercise whose code takes no part in training.
const WITHOUT_RUN: &[(&str, &str)] = &[("task", "Task"), ("code", "Code")];

/// Shows the view.
#[component]
pub fn Write() -> impl IntoView {
    let bench = use_workbench();
    let chosen = RwSignal::new("task");
    let has_run = Memo::new(move |_| bench.exercise.get().takes_part());
    // Where only one pane fits, show the one in which something happens.
    Effect::new(move |before: Option<bool>| {
        let is_training = bench.training.state.with(CellState::is_busy);
        if before == Some(false) && is_training {
            chosen.set("mine");
        }
        is_training
    });
    // Another exercise begins with its task.
    Effect::new(move |before: Option<&'static str>| {
        let id = bench.exercise.get().id;
        if before.is_some_and(|before| before != id) {
            chosen.set("task");
        }
        id
    });
    view! {
        <section class="view view-write" class:two=move || !has_run.get() aria-labelledby="cells-title" data-pane=chosen>
            <ExerciseBar />
            <div class="panes">
                <Task />
                <Divider name="write-task" label="Width of the task" side=PaneSide::Left />
                <Code />
                <Show when=move || has_run.get()>
                    <Divider name="write-run" label="Width of your run" side=PaneSide::Right />
                    <MyRun />
                </Show>
            </div>
            {move || {
                let panes = if has_run.get() { PANES } else { WITHOUT_RUN };
                view! { <PaneTabs panes chosen /> }
            }}
        </section>
    }
}

/// Shows the task and the code, for a presentation.
#[component]
pub fn Cells() -> impl IntoView {
    view! {
        <section class="cells" aria-labelledby="cells-title">
            <ExerciseBar />
            <Task />
            <Code />
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

/// Shows the editor, the buttons, and the result of the checks. The code to start from comes with
/// the texts; the reader's own code is there at once.
#[component]
fn Code() -> impl IntoView {
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
                <div class="editor-box" data-testid=move || format!("exercise-{}", id.get())>
                    <Editor />
                </div>
                <Actions>
                    <TrainMine />
                </Actions>
                <div class="results">
                    <OtherTab />
                    <Show when=move || !bench.is_kept.get()>
                        <p class="hint problem">{storage::REFUSED}</p>
                    </Show>
                    <Output>{move || view! { <NextStep exercise=id.get() /> }}</Output>
                    <TrainingOutput />
                </div>
            </Show>
        </div>
    }
}
