//! The reader's progress: a summary, saving it as a file, loading it, and forgetting it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::HtmlInputElement;

use super::state::{Course, is_right, use_course};
use crate::course::{CHAPTERS, EXERCISES, Question, questions};
use crate::ui::browser::files;
use crate::view::progress::Unreadable;

/// Shows a summary in one line, and when unfolded the buttons for files and for forgetting.
#[component]
pub fn ProgressPanel() -> impl IntoView {
    let course = use_course();
    let said = RwSignal::new(None::<&'static str>);
    let summary = move || {
        let passed = course.bench.passed.with(|passed| passed.len());
        let (right, tried, all) = answered(course);
        let tried = match tried {
            0 => String::new(),
            tried => format!(", {tried} more tried"),
        };
        format!(
            "{passed} of {} exercises passed, {right} of {all} questions answered rightly{tried}",
            EXERCISES.len()
        )
    };
    let save = move |_| {
        let text = untrack(|| course.file());
        files::save("policy-lab-progress.json", text.as_bytes());
    };
    let load = move |event: web_sys::Event| {
        let input = event_target::<HtmlInputElement>(&event);
        spawn_local(async move {
            let bytes = files::chosen(&input).await;
            let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
            let Some(text) = text else {
                said.set(Some("The file could not be read"));
                return;
            };
            said.set(Some(match course.take(&text) {
                Ok(()) => "The file has taken the place of what was here",
                Err(Unreadable::NotOurs) => {
                    "This is no file of progress from this page, so nothing was changed"
                }
                Err(Unreadable::Newer) => {
                    "A newer version of this page wrote this file, so nothing \
                     was changed. Reload the page to get that version"
                }
            }));
        });
    };
    let forget = move |_| {
        let question = "Forget all answers, hints and everything that you have written?";
        if window().confirm_with_message(question).unwrap_or(false) {
            course.forget();
            said.set(Some("Everything is as on a first visit"));
        }
    };
    view! {
        <details class="progress-panel" data-testid="progress-panel">
            <summary>{summary}</summary>
            <p>
                "What you write, answer and uncover stays in this browser, and the page opens \
                 where you left it. A file takes it to another one"
            </p>
            <div class="figure-actions">
                <button class="link" data-testid="save-progress" on:click=save>"Save as a file"</button>
                <label class="file-choice">
                    <span>"Load a file…"</span>
                    <input type="file" accept=".json,application/json" data-testid="load-progress" on:change=load />
                </label>
                <button class="link" data-testid="forget-progress" on:click=forget>"Forget everything…"</button>
            </div>
            <p class="hint" aria-live="polite">{move || said.get()}</p>
        </details>
    }
}

/// Returns the number of questions answered rightly, of those answered otherwise, and of all questions.
fn answered(course: Course) -> (usize, usize, usize) {
    let all = CHAPTERS.iter().flat_map(|chapter| questions(chapter.key));
    let all: Vec<&Question> = all.collect();
    course.progress.with(|progress| {
        let given = all
            .iter()
            .filter_map(|question| Some((*question, progress.answers.get(&question.id)?)));
        let (right, tried): (Vec<_>, Vec<_>) =
            given.partition(|(question, given)| is_right(question, given));
        (right.len(), tried.len(), all.len())
    })
}
