//! The links that lead on from the view.

use leptos::prelude::*;

use super::super::course::use_course;
use super::super::lab::use_lab;
use crate::course::Exercise;
use crate::ui::browser::link;
use crate::view::rates::ten_times;
use policy_lab::config::fields::Field;
use policy_lab::config::url::{PageState, View};

/// Shows the next step of a reader who has been here before, the one that the map goes on with.
#[component]
pub fn NextUp() -> impl IntoView {
    let course = use_course();
    let next = Memo::new(move |_| course.resume());
    move || {
        next.get().map(|step| {
            let title = format!("Next up: {}", step.title_with_chapter());
            view! { <p class="start-next"><a href=step.address()>{title}</a></p> }
        })
    }
}

/// Shows the ways: to the page that explains the pictures, to a cart that can be nudged, to the
/// first exercise, and to a run that fails.
#[component]
pub fn WaysOn(
    /// True once a run is over: the links then stand out.
    is_over: Memo<bool>,
    /// True while one cart is on show, to be nudged.
    is_nudged: RwSignal<bool>,
    /// True if there is a policy that can be nudged.
    may_nudge: Memo<bool>,
) -> impl IntoView {
    let lab = use_lab();
    let breaking = Memo::new(move |_| {
        let field = Field::find("learning_rate")?;
        let mut draft = lab.settings.draft.get();
        let text = ten_times(&draft.default_text(field))?;
        draft.set_text(field, &text);
        Some(link::query(&PageState {
            view: View::Lab,
            draft,
            device: lab.settings.choice.get(),
            ..PageState::default()
        }))
    });
    view! {
        <nav class="start-ways" class:over=is_over aria-label="Ways on">
            <a href="?view=read">"What just happened?"</a>
            <Show when=move || may_nudge.get()>
                <button class="link" on:click=move |_| is_nudged.update(|it| *it = !*it)>
                    {move || if is_nudged.get() { "Back to all carts" } else { "Nudge it" }}
                </button>
            </Show>
            <a href=Exercise::first().link()>"Write it yourself"</a>
            {move || breaking.get().map(|href| view! { <a href=href>"Break it: ten times the learning rate"</a> })}
        </nav>
    }
}
