//! The texts of the course, which are a file beside the page and come after the first paint.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::course::Catalogue;
use crate::ui::browser::{focus, texts};
use crate::ui::place::VIEW_ID;

/// The file of the texts.
const FILE: &str = "course-en.json";

/// What there is of the course's texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CourseTexts {
    /// They are on their way.
    Loading,
    /// They are here.
    Ready,
    /// They could not be loaded.
    Failed,
}

/// Provides the state of the texts to the components. Loads nothing.
pub fn provide_texts() {
    provide_context(RwSignal::new(match Catalogue::is_filled() {
        true => CourseTexts::Ready,
        false => CourseTexts::Loading,
    }));
}

/// Returns the state of the texts, from within any component.
pub fn use_texts() -> RwSignal<CourseTexts> {
    expect_context()
}

/// Loads the texts.
pub fn load_texts(state: RwSignal<CourseTexts>) {
    state.set(CourseTexts::Loading);
    spawn_local(async move {
        let json = texts::load(FILE).await;
        let is_read = json.is_some_and(|json| Catalogue::fill(&json).is_ok());
        // Nobody asks any more if the page is gone.
        let _ = state.try_set(match is_read {
            true => CourseTexts::Ready,
            false => CourseTexts::Failed,
        });
    });
}

/// Shows what needs the texts once they are here. Until then it says that they are on their way or
/// why they are not.
#[component]
pub fn WithTexts(
    /// Returns what to show.
    show: fn() -> AnyView,
) -> impl IntoView {
    let texts = use_texts();
    let again = move |_| {
        // The button disappears.
        focus::on(VIEW_ID);
        load_texts(texts);
    };
    move || {
        match texts.get() {
        CourseTexts::Ready => show(),
        CourseTexts::Loading => {
            view! { <p class="loading" role="status">"Loading the course…"</p> }.into_any()
        }
        CourseTexts::Failed => view! {
            <div class="notice failure" role="alert">
                <p>
                    "The texts of the course could not be loaded. The connection or a content blocker may be in the way, or the \
                     file course-en.json is missing on the server. Everything else on the page works without it"
                </p>
                <button on:click=again>"Try again"</button>
            </div>
        }
        .into_any(),
    }
    }
}
