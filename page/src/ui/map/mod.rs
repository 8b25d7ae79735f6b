//! The map of the course: every chapter with its time, its exercises and what the reader has done
//! of it.

use leptos::prelude::*;

use super::course::{CourseProgress, ExerciseCards, OnceMore, StepLine, WithTexts, use_course};
use crate::course::{
    CHAPTERS, Catalogue, Chapter, CourseStep, REFERENCES, Term, reading_minutes, writing_minutes,
};
use crate::view::format::plural;
use crate::view::once_more::Round;

/// Shows the map, with the reader's progress and the way on.
#[component]
pub fn CourseMap() -> impl IntoView {
    view! { <WithTexts show=|| view! { <ReadyMap /> }.into_any() /> }
}

#[component]
fn ReadyMap() -> impl IntoView {
    let chapters = CHAPTERS.iter().enumerate();
    view! {
        <section class="view view-map" aria-labelledby="map-title" tabindex="0">
            <header class="map-head">
                <h1 id="map-title">"Map of the course"</h1>
                <WayOn />
                <CourseProgress />
                <ul class="map-references">
                    <li><a href="?view=work">"Your work: save it, hand it in"</a></li>
                    <li><a href="?view=map#glossary">"Glossary"</a></li>
                    {REFERENCES
                        .iter()
                        .map(|it| view! { <li><a href=it.link()>{it.title()}</a></li> })
                        .collect_view()}
                </ul>
            </header>
            {CHAPTERS.last().map(|last| view! { <OnceMore round=Round::Map(last.key) /> })}
            <ol class="map-chapters">
                {chapters.map(|(index, chapter)| view! { <OnMap number=index + 1 chapter /> }).collect_view()}
            </ol>
            <Glossary />
        </section>
    }
}

/// Shows the terms of the course with their meanings, folded until the reader opens them or follows
/// a link to one: they are longer than the map.
#[component]
fn Glossary() -> impl IntoView {
    let term = |term: &'static Term| {
        view! {
            <dt id=term.id() tabindex="-1">{term.name.as_str()}</dt>
            <dd class="prose" inner_html=term.html.as_str()></dd>
        }
    };
    let terms = &Catalogue::english().glossary;
    let count = format!("{} and what they mean", plural(terms.len(), "term"));
    view! {
        <section class="glossary" aria-labelledby="glossary-title">
            <details>
                <summary id="glossary">
                    <h2 id="glossary-title">"Glossary"</h2>
                    <span class="hint">{count}</span>
                </summary>
                <dl>{terms.iter().map(term).collect_view()}</dl>
            </details>
        </section>
    }
}

/// Shows a link to where the reader was, or to the beginning.
#[component]
fn WayOn() -> impl IntoView {
    let course = use_course();
    let step = Memo::new(move |_| course.resume());
    move || match step.get() {
        Some(step) => {
            let title = format!("Continue where you were: {}", step.title());
            view! { <p class="way-on"><a href=step.address()>{title}</a></p> }.into_any()
        }
        None => {
            let first = CourseStep::Chapter(&CHAPTERS[0]);
            let begin = format!("Begin with {}", first.title());
            view! {
                <p class="way-on">
                    <a href=first.address()>{begin}</a>
                    ", or with any other chapter or exercise: nothing is locked. What you finish is marked here"
                </p>
            }
            .into_any()
        }
    }
}

/// Shows a chapter.
#[component]
fn OnMap(
    /// The number, from 1.
    number: usize,
    /// The chapter.
    chapter: &'static Chapter,
) -> impl IntoView {
    let course = use_course();
    let standing = Memo::new(move |_| course.standing(chapter).sentence());
    let waiting = Memo::new(move |_| match course.waiting(chapter) {
        0 => String::new(),
        1 => "1 missed question comes back".to_owned(),
        count => format!("{} come back", plural(count, "missed question")),
    });
    view! {
        <li class="map-chapter" data-testid=format!("map-{}", chapter.key)>
            <h2><a href=chapter.link()>{format!("{number}. {}", chapter.title())}</a></h2>
            <p class="hint">{time(chapter)}</p>
            <p class="standing">{standing}</p>
            <p>{waiting}</p>
            <StepLine chapter at=Signal::stored(None) />
            <ExerciseCards exercises=chapter.exercises().collect() />
        </li>
    }
}

/// Returns the time that a chapter takes, as far as it is known.
fn time(chapter: &Chapter) -> String {
    let reading = plural(reading_minutes(chapter), "minute");
    match writing_minutes(chapter) {
        Some((least, most)) => {
            format!("About {reading} to read, {least}–{most} minutes for the exercises")
        }
        None => format!("About {reading} to read"),
    }
}
