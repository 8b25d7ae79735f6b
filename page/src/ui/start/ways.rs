//! The links that lead on from the view.

use leptos::prelude::*;

use super::super::course::use_course;
use super::super::lab::use_lab;
use crate::course::Exercise;
use crate::ui::browser::link;
use crate::view::rates::ten_times;
use policy_lab::config::fields::Field;
use policy_lab::config::url::{PageState, View};
use policy_lab::envs::EnvId;

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

/// Shows the ways: to the page that explains the pictures, to a cart that can be nudged or a task
/// that can be steered, to the first exercise, to a world and to a script of one's own, and to a
/// run that fails.
#[component]
pub fn WaysOn(
    /// True once a run is over: the links then stand out.
    is_over: Memo<bool>,
    /// True while one environment is on show, to be nudged or steered.
    is_touched: RwSignal<bool>,
    /// True if there is a run whose environment can be.
    may_touch: Memo<bool>,
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
    let touch = move || match (lab.env_id().is_none_or(EnvId::is_cart), is_touched.get()) {
        (true, false) => "Nudge it",
        (true, true) => "Back to all carts",
        (false, false) => "Steer it yourself",
        (false, true) => "Back to all environments",
    };
    view! {
        <nav class="start-ways" class:over=is_over aria-label="Ways on">
            <a href="?view=read">"What just happened?"</a>
            <Show when=move || may_touch.get()>
                <button class="link" on:click=move |_| is_touched.update(|it| *it = !*it)>
                    {touch}
                </button>
            </Show>
            <a href=Exercise::first().link()>"Write it yourself"</a>
            <a href="?view=world">"Build your own world"</a>
            <a href="?view=scratch">"Bring a script that does not learn"</a>
            {move || breaking.get().map(|href| view! { <a href=href>"Break it: ten times the learning rate"</a> })}
        </nav>
    }
}
