//! The links that lead on from the view.

use leptos::prelude::*;

use super::super::course::use_course;
use super::super::lab::use_lab;
use crate::course::{CHAPTERS, Chapter, Exercise};
use crate::ui::browser::link;
use crate::view::rates::ten_times;
use policy_lab::config::fields::Field;
use policy_lab::config::url::{PageState, View};

/// Shows the links: to the first chapter, to the first exercise, to a run that fails, and to what
/// the reader did last.
#[component]
pub fn WaysOn(
    /// True once a run is over: the links then stand out.
    is_over: Memo<bool>,
) -> impl IntoView {
    let lab = use_lab();
    let course = use_course();
    let left = Memo::new(move |_| {
        let (exercise, lesson) = course.progress.with(|progress| {
            let exercise = progress.exercise.as_deref().and_then(Exercise::find);
            let begun =
                exercise.filter(|it| course.has_begun(it) || progress.passed.contains(it.id));
            (begun, progress.lesson.as_deref().and_then(Chapter::find))
        });
        match (exercise, lesson) {
            (Some(exercise), _) => {
                Some((exercise.link(), format!("Continue: {}", exercise.label())))
            }
            (None, Some(chapter)) => {
                Some((chapter.link(), format!("Continue: {}", chapter.title())))
            }
            (None, None) => None,
        }
    });
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
            {move || left.get().map(|(href, text)| view! { <a href=href>{text}</a> })}
            {CHAPTERS.first().map(|chapter| view! { <a href=chapter.link()>"Why does that work?"</a> })}
            <a href=Exercise::first().link()>"Write it yourself"</a>
            {move || breaking.get().map(|href| view! { <a href=href>"Break it: ten times the learning rate"</a> })}
        </nav>
    }
}
