//! The hand-in: one file with the reader's work and name, for a class.

use leptos::prelude::*;

use super::state::{Course, use_course};
use crate::marking::HandIn;
use crate::ui::browser::{files, storage};
use crate::ui::world::use_world;

/// The key of the student's name in the browser's storage.
const STUDENT: &str = "policy-lab-student";

/// Forgets the student's name.
pub fn forget_student() {
    storage::remove(STUDENT);
}

/// Shows the field for the name and the button that saves the hand-in.
#[component]
pub fn HandInForm(
    /// The student's name.
    student: RwSignal<String>,
) -> impl IntoView {
    let (course, world) = (use_course(), use_world());
    let is_refused = RwSignal::new(false);
    student.set(storage::get(STUDENT).unwrap_or_default());
    let name = move |event| {
        let typed = event_target_value(&event);
        // Without storage the name is asked for again on the next visit.
        storage::set(STUDENT, &typed);
        student.set(typed);
    };
    let save = move |_| {
        let mut hand_in = untrack(|| course.hand_in(&student.get()));
        hand_in.work.world = world.own();
        let is_saved = files::save(&hand_in.file_name(), hand_in.to_text().as_bytes());
        is_refused.set(!is_saved);
    };
    view! {
        <form class="hand-in" aria-labelledby="hand-in-title" on:submit=move |event| event.prevent_default()>
            <h2 id="hand-in-title">"Hand in"</h2>
            <p>
                "For a class: one file with your code, the class of your own world, your answers, your first tries, how often you ran each check and what has passed. \
                 Nothing is sent. You pass the file on yourself"
            </p>
            <div class="figure-actions">
                <label>
                    "Your name or number, if you like "
                    <input
                        type="text"
                        maxlength="80"
                        autocomplete="off"
                        data-testid="student"
                        prop:value=student
                        on:input=name
                    />
                </label>
                <button type="button" data-testid="save-hand-in" on:click=save>"Save a hand-in"</button>
            </div>
            <p class="hint problem" aria-live="polite">
                {move || {
                    is_refused
                        .get()
                        .then_some("The browser did not take the file. Allow downloads for this page and try again")
                }}
            </p>
        </form>
    }
}

impl Course {
    /// Returns a hand-in of the reader's work under this name.
    fn hand_in(self, student: &str) -> HandIn {
        let root = document().document_element();
        let build = root.and_then(|root| root.get_attribute("data-version"));
        let build = build.filter(|build| !build.is_empty());
        HandIn::new(
            student,
            String::from(js_sys::Date::new_0().to_iso_string()),
            build.unwrap_or_else(|| "none".to_owned()),
            self.progress.get(),
            self.bench.texts.get(),
        )
    }
}
