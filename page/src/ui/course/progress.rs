//! How far the reader has come; as a file, and back; and the way to forget it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::HtmlInputElement;

use super::state::{Course, questions, use_course};
use crate::course::{CHAPTERS, EXERCISES, Question, word, words};
use crate::ui::browser::files;
use crate::view::progress::Unreadable;

/// Folded: one line of figures.
#[component]
pub fn ProgressPanel() -> impl IntoView {
    let course = use_course();
    let said = RwSignal::new(None::<&'static str>);
    let summary = move || {
        let passed = course.bench.passed.with(|passed| passed.len());
        let (answered, all) = answered(course);
        words(
            "progress.summary",
            &[
                ("passed", &passed),
                ("exercises", &EXERCISES.len()),
                ("answered", &answered),
                ("questions", &all),
            ],
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
                said.set(Some(word("progress.unreadable")));
                return;
            };
            said.set(Some(match course.take(&text) {
                Ok(()) => word("progress.loaded"),
                Err(Unreadable::NotOurs) => word("progress.not-ours"),
                Err(Unreadable::Newer) => word("progress.newer"),
            }));
        });
    };
    let forget = move |_| {
        let question = word("progress.forget-question");
        if window().confirm_with_message(question).unwrap_or(false) {
            course.forget();
            said.set(Some(word("progress.forgotten")));
        }
    };
    view! {
        <details class="progress-panel" data-testid="progress-panel">
            <summary>{summary}</summary>
            <p>{word("progress.kept")}</p>
            <div class="figure-actions">
                <button class="link" data-testid="save-progress" on:click=save>{word("progress.save")}</button>
                <label class="file-choice">
                    <span>{word("progress.load")}</span>
                    <input type="file" accept=".json,application/json" data-testid="load-progress" on:change=load />
                </label>
                <button class="link" data-testid="forget-progress" on:click=forget>{word("progress.forget")}</button>
            </div>
            <p class="hint" aria-live="polite">{move || said.get()}</p>
        </details>
    }
}

/// Questions that are answered, and all of them.
fn answered(course: Course) -> (usize, usize) {
    let all = CHAPTERS.iter().flat_map(|chapter| questions(chapter.key));
    let all: Vec<&Question> = all.collect();
    let answered = course.progress.with(|progress| {
        let is_answered = |question: &&&Question| progress.answers.contains_key(&question.id);
        all.iter().filter(is_answered).count()
    });
    (answered, all.len())
}
