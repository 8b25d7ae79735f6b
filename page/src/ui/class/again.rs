//! The checks of the class, run again: the button, how far they are, and what they found.

use leptos::prelude::*;

use super::state::use_class;
use crate::view::arrival;

/// Shows the button that runs the checks again, their progress, and what they found.
#[component]
pub fn CheckAgain() -> impl IntoView {
    let class = use_class();
    let is_running = Memo::new(move |_| class.running.with(Option::is_some));
    let at = move || {
        let (done, all) = class.progress.get();
        let (id, exercise) = class.running.get()?;
        let student = class
            .table
            .with(|table| Some(table.find(id)?.name().to_owned()))?;
        Some(match class.arrival.get() {
            Some(arrival) => arrival::of_python(arrival),
            None => format!("{done} of {all} cells: {student}, {}", exercise.label()),
        })
    };
    let found = move || {
        let mut found = class.outcome.get().into_iter();
        let first = found.next()?;
        let rest: Vec<_> = found.map(|text| view! { <li>{text}</li> }).collect();
        let list = (!rest.is_empty()).then(|| view! { <ul>{rest}</ul> });
        Some(view! { <p>{first}</p> {list} })
    };
    view! {
        <section class="class-checks" aria-label="Checks run again">
            <div class="class-checks-line">
                <button
                    data-testid="class-check"
                    disabled=move || is_running.get()
                    on:click=move |_| class.check()
                >
                    "Run the checks again"
                </button>
                <button data-testid="class-stop" disabled=move || !is_running.get() on:click=move |_| class.stop()>
                    "Stop"
                </button>
                <p class="hint">
                    "Each cell runs in this tab with its checks, under the time limit that the student had, and the table says whether the file was right"
                </p>
            </div>
            <Show when=move || is_running.get()>
                <progress
                    aria-label="Checks run again"
                    max=move || class.progress.get().1
                    prop:value=move || class.progress.get().0 as f64
                ></progress>
                <p class="hint" data-testid="class-at">{at}</p>
            </Show>
            <div class="class-found" aria-live="polite" data-testid="class-found">{found}</div>
        </section>
    }
}
