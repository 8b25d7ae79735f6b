//! The list of chapters, as links with marks.

use leptos::prelude::*;

use super::state::use_course;
use crate::course::{CHAPTERS, Catalogue, Chapter, REFERENCES};

/// Shows the links to all chapters. On narrow windows a button unfolds them.
#[component]
pub fn ChapterList() -> impl IntoView {
    let course = use_course();
    let (is_open, set_open) = signal(false);
    // The list has done its work once a chapter is chosen.
    Effect::new(move || {
        course.chapter.track();
        set_open.set(false);
    });
    let place = move || match course.chapter.get().and_then(Chapter::number) {
        Some(number) => format!("Chapter {number} of {}", CHAPTERS.len()),
        None => "Chapters".to_owned(),
    };
    let is_about = move || course.chapter.with(Option::is_none).then_some("page");
    view! {
        <nav class="lesson-nav" data-testid="lesson-nav" aria-label="Chapters">
            <button
                class="unfold-chapters"
                aria-expanded=move || is_open.get().to_string()
                aria-controls="chapters"
                on:click=move |_| set_open.update(|open| *open = !*open)
            >
                {place}
            </button>
            <ul id="chapters" class="chapters" class:unfolded=is_open>
                <li><a href="?view=read" aria-current=is_about>{Catalogue::english().page.title.as_str()}</a></li>
                {CHAPTERS.iter().chain(REFERENCES).map(|chapter| view! { <ChapterLink chapter /> }).collect_view()}
                <li><a href="?view=map">"Map of the course"</a></li>
            </ul>
        </nav>
    }
}

/// Shows the link to a chapter, with its number and a mark unless it is only looked up.
#[component]
fn ChapterLink(
    /// The chapter.
    chapter: &'static Chapter,
) -> impl IntoView {
    let course = use_course();
    let is_open = move || course.is_open(chapter.key).then_some("page");
    let standing = Memo::new(move |_| course.standing(chapter));
    let number = chapter.number();
    let name = match number {
        Some(number) => format!("{number}. {}", chapter.title()),
        None => chapter.title().to_owned(),
    };
    let mark = move || {
        let standing = standing.get();
        (number.is_some() && standing.all() > 0).then(|| {
            let is_done = standing.is_whole();
            let mark = match is_done {
                true => "✓".to_owned(),
                false => format!("{}/{}", standing.done(), standing.all()),
            };
            view! { <span class="chapter-mark" class:done=is_done role="img" aria-label=standing.sentence()>{mark}</span> }
        })
    };
    view! {
        <li>
            <a href=chapter.link() aria-current=is_open>{name}</a>
            {mark}
        </li>
    }
}
