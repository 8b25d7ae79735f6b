//! The buttons above the code, where nothing that comes of it moves them.

use leptos::ev::{FocusEvent, KeyboardEvent};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::Node;

use crate::ui::browser::{files, focus};
use crate::ui::cells::export::{CodeWriter, written};
use crate::ui::cells::{
    CellState, EditorFoot, LIMITS_SECS, TrainMine, TrainingChoices, use_workbench,
};
use crate::ui::course::{Course, CourseTexts, use_course, use_texts};
use crate::view::export::{notebook, python};

/// The id of what unfolds the menu.
const MENU_ID: &str = "more-actions";

/// Shows the buttons that run, train and stop, and folded what one seldom needs: how training
/// begins, the keys, the time limit, starting over, files.
#[component]
pub fn Actions() -> impl IntoView {
    let bench = use_workbench();
    let limit = move |event| {
        if let Ok(secs) = event_target_value(&event).parse() {
            bench.limit_secs.set(secs);
        }
    };
    let (course, texts) = (use_course(), use_texts());
    // They come with the code to start from.
    let has_texts = Memo::new(move |_| texts.get() == CourseTexts::Ready);
    let may_reset = move || has_texts.get() && course.has_begun(bench.exercise.get());
    let is_missing = RwSignal::new(false);
    let save = move |name: &'static str, write: CodeWriter| {
        spawn_local(async move {
            let text = written(bench, write).await;
            let is_saved = text.is_some_and(|text| files::save(name, text.as_bytes()));
            // Nobody asks any more if the view is gone.
            let _ = is_missing.try_set(!is_saved);
        });
    };
    let mut limits = LIMITS_SECS;
    limits.sort_unstable();
    let has_passed = Memo::new(move |_| bench.shown() == CellState::Passed);
    let menu = NodeRef::<html::Details>::new();
    let fold = move || {
        if let Some(menu) = menu.get_untracked() {
            let _ = menu.remove_attribute("open");
        }
    };
    // A press on something else folds the menu; a press on nothing leaves it.
    let leave = move |event: FocusEvent| {
        let to = event.related_target().and_then(|it| it.dyn_into().ok());
        let is_outside = |to: &Node| !menu.get_untracked().is_some_and(|it| it.contains(Some(to)));
        if to.as_ref().is_some_and(is_outside) {
            fold();
        }
    };
    let escape = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            fold();
            focus::on(MENU_ID);
        }
    };
    view! {
        <div class="cell-actions">
            <button
                class:primary=move || !has_passed.get()
                data-testid="run-cell"
                title="Run the cell and its checks: Ctrl or Cmd with Enter"
                disabled=move || bench.is_busy()
                on:click=move |_| bench.run()
            >
                "Run cell"
            </button>
            <TrainMine />
            <button class="quiet" data-testid="stop-cell" disabled=move || !bench.is_busy() on:click=move |_| bench.stop()>
                "Stop cell"
            </button>
            <details class="more" data-testid="more-actions" node_ref=menu on:focusout=leave on:keydown=escape>
                <summary id=MENU_ID>"More"</summary>
                <div class="more-actions">
                    <TrainingChoices />
                    <EditorFoot is_plain=bench.is_plain />
                    <button
                        class="quiet"
                        data-testid="reset-cell"
                        title="Put the text back that the exercise starts from, and cover its hints again"
                        disabled=move || !may_reset() || bench.is_busy()
                        on:click=move |_| ask_and_reset(course)
                    >
                        "Start over…"
                    </button>
                    <label class="limit">
                        "Run for at most "
                        <select data-testid="time-limit" on:change=limit>
                            {limits
                                .map(|secs| {
                                    let is_chosen = move || bench.limit_secs.get() == secs;
                                    view! { <option value=secs prop:selected=is_chosen>{move || span(bench.secs_of(secs, bench.exercise.get().id))}</option> }
                                })}
                        </select>
                    </label>
                    <p class="export">
                        <a href="?view=scratch" data-testid="to-scratch">"Run a program of your own"</a>
                    </p>
                    <p class="export">
                        "Save the code of all exercises as "
                        <button class="link" data-testid="save-py" disabled=move || !has_texts.get() on:click=move |_| save("policy-lab.py", python)>".py"</button>
                        " or "
                        <button class="link" data-testid="save-ipynb" disabled=move || !has_texts.get() on:click=move |_| save("policy-lab.ipynb", notebook)>".ipynb"</button>
                        {move || (!has_texts.get()).then_some(" as soon as the texts of the course are here")}
                    </p>
                    <Show when=move || is_missing.get()>
                        <p class="hint problem" role="alert">
                            "The file could not be made: the Python that it begins with did not come from the page’s folder. Check \
                             the connection and try again"
                        </p>
                    </Show>
                </div>
            </details>
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
