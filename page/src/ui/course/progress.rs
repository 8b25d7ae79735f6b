//! The reader's progress: a summary, saving it as a file, loading it, and forgetting it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::HtmlInputElement;

use super::hand_in::{HandInForm, forget_student};
use super::state::use_course;
use crate::course::CHAPTERS;
use crate::marking::Standing;
use crate::ui::browser::{files, storage};
use crate::ui::play::forget_best;
use crate::ui::scratch::use_scratch;
use crate::ui::world::use_world;
use crate::view::progress::Unreadable;

/// Shows how much of the course is done, in one line and as a bar.
#[component]
pub fn CourseProgress() -> impl IntoView {
    let course = use_course();
    let standing = Memo::new(move |_| {
        let chapters = CHAPTERS.iter().map(|chapter| course.standing(chapter));
        chapters.fold(Standing::default(), Standing::plus)
    });
    view! {
        <p class="standing">{move || standing.get().sentence()}</p>
        <progress
            aria-label="Progress through the course"
            max=move || standing.get().all()
            prop:value=move || standing.get().done() as f64
        ></progress>
    }
}

/// Shows a summary, and the buttons for files and for forgetting.
#[component]
pub fn ProgressPanel() -> impl IntoView {
    let (course, scratch, world) = (use_course(), use_scratch(), use_world());
    let said = RwSignal::new(None::<&'static str>);
    let student = RwSignal::new(String::new());
    let save = move |_| {
        let text = untrack(|| course.file(scratch.texts(), world.own()));
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
                Ok((cells, class)) => {
                    // A file of an older page has none, and leaves those that are here.
                    if let Some(cells) = cells {
                        scratch.replace_all(cells);
                    }
                    if let Some(class) = class {
                        world.open_own(&class);
                    }
                    "The file has taken the place of what was here"
                }
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
            scratch.start_over();
            world.start_over();
            forget_student();
            forget_best();
            student.set(String::new());
            said.set(Some("Everything is as on a first visit"));
        }
    };
    view! {
        <section class="progress-panel" data-testid="progress-panel" aria-label="Your progress">
            <CourseProgress />
            <Show
                when=move || course.is_kept.get()
                fallback=|| view! { <p class="problem">{storage::REFUSED}</p> }
            >
                <p>"What you write, answer and uncover stays in this browser. A file takes it to another one"</p>
            </Show>
            <div class="figure-actions">
                <button class="link" data-testid="save-progress" on:click=save>"Save as a file"</button>
                <label class="file-choice">
                    <span>"Load a file…"</span>
                    <input type="file" accept=".json,application/json" data-testid="load-progress" on:change=load />
                </label>
                <button class="link" data-testid="forget-progress" on:click=forget>"Forget everything…"</button>
            </div>
            <p class="hint" aria-live="polite">{move || said.get()}</p>
            <HandInForm student />
        </section>
    }
}
