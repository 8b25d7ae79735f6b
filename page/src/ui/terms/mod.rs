//! The meaning of a term beside its use. Texts mark the first use of a term as a link to the
//! glossary on the map; a card with its meaning opens where the pointer rests on the link, where
//! the keyboard comes to it, and where it is tapped.

mod state;

use leptos::prelude::*;

use self::state::{CARD, MEANING, TermCardState};
use super::lab::use_lab;

/// Shows the card of the term that the reader points at, if there is one. It has one place on the
/// page, and listens to the whole of it.
#[component]
pub fn TermCard() -> impl IntoView {
    let state = TermCardState::listen();
    let address = use_lab().address;
    Effect::new(move |before: Option<()>| {
        address.view.track();
        address.lesson.track();
        address.exercise.track();
        if before.is_some() {
            state.close();
        }
    });
    let left = move || Some(format!("{}px", state.place.get()?.0));
    let top = move || Some(format!("{}px", state.place.get()?.1));
    // It has to be laid out before there is a place for it.
    let visibility = move || state.place.get().is_none().then_some("hidden");
    move || {
        let term = state.shown.with(|shown| Some(shown.as_ref()?.term))?;
        Some(view! {
            <div
                id=CARD
                class="term-card"
                role="note"
                tabindex="-1"
                aria-labelledby="term-name"
                aria-describedby=MEANING
                data-testid=CARD
                style:left=left
                style:top=top
                style:visibility=visibility
            >
                <p id="term-name" class="term-name">
                    {term.name.as_str()}
                </p>
                <button class="quiet term-close" aria-label="Close" on:click=move |_| state.close()>
                    "×"
                </button>
                <div id=MEANING class="prose" inner_html=term.html.as_str()></div>
                <p class="term-all">
                    <a href="?view=map#glossary">"All terms"</a>
                </p>
            </div>
        })
    }
}
