//! How far the reader has come; as a file, and back; and the way to forget it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlInputElement;

use super::super::download;
use super::kept::Unreadable;
use super::state::{Course, questions, use_course};
use crate::course::{CHAPTERS, EXERCISES, Question, word, words};

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
    let href = move || download::address("application/json", &course.file());
    // The file is made anew at every keystroke, so only while somebody could take it.
    let (is_open, set_open) = signal(false);
    let toggle = move |event: web_sys::Event| {
        let details: web_sys::Element = event_target(&event);
        set_open.set(details.has_attribute("open"));
    };
    let load = move |event: web_sys::Event| {
        let input = event_target::<HtmlInputElement>(&event);
        spawn_local(async move {
            let text = text_of_file(&input).await;
            // So that the same file can be chosen once more.
            input.set_value("");
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
        <details class="progress-panel" data-testid="progress-panel" on:toggle=toggle>
            <summary>{summary}</summary>
            <p>{word("progress.kept")}</p>
            <div class="picture-actions">
                <Show when=move || is_open.get()>
                    <a download="policy-lab-progress.json" data-testid="save-progress" href=href>
                        {word("progress.save")}
                    </a>
                </Show>
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
    let answered = course.kept.with(|kept| {
        let is_answered = |question: &&&Question| kept.answers.contains_key(&question.id);
        all.iter().filter(is_answered).count()
    });
    (answered, all.len())
}

/// The text of the chosen file. By name: the typed calls would need more of `web-sys` for this one use.
async fn text_of_file(input: &HtmlInputElement) -> Option<String> {
    let get = |from: &JsValue, name: &str| js_sys::Reflect::get(from, &name.into()).ok();
    let files = get(input, "files")?;
    let file = get(&files, "0").filter(|file| !file.is_undefined())?;
    let text: js_sys::Function = get(&file, "text")?.dyn_into().ok()?;
    let promise: js_sys::Promise = text.call0(&file).ok()?.dyn_into().ok()?;
    JsFuture::from(promise).await.ok()?.as_string()
}
