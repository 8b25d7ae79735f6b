//! The view in which one reads: the list of chapters, a text with its exercises and questions, and the run beside it.

use leptos::prelude::*;
use web_sys::HtmlElement;

use super::super::lab::use_lab;
use super::cards::ExerciseCards;
use super::chapter_list::{ABOUT_PAGE, ChapterList};
use super::difference::EngineCode;
use super::export;
use super::margin::Margin;
use super::question::QuestionCard;
use super::state::use_course;
use super::texts::WithTexts;
use crate::course::{
    CHAPTERS, Chapter, Page, Section, SectionKind, chapter_page, engine, questions,
};
use crate::ui::figures::FigureView;
use crate::ui::intro::PageText;

/// Shows the list of chapters, the text of the open one, and the run beside it.
#[component]
pub fn Reader() -> impl IntoView {
    view! { <WithTexts show=|| view! { <ReadyReader /> }.into_any() /> }
}

#[component]
fn ReadyReader() -> impl IntoView {
    let course = use_course();
    let scroll = use_lab().address.scroll;
    let remember = move |event| scroll.set(event_target::<HtmlElement>(&event).scroll_top());
    let title = move || course.chapter.get().map_or(ABOUT_PAGE, Chapter::title);
    view! {
        <div class="view view-read">
            <ChapterList />
            <article id="lesson" class="lesson" aria-label="Course" tabindex="0" on:scroll=remember>
                <h1>{title}</h1>
                <Margin />
                <div class="lesson-text">
                    {move || match course.chapter.get() {
                        Some(chapter) => view! { <ChapterText chapter /> }.into_any(),
                        None => view! { <PageText /> <Onward after=0 /> }.into_any(),
                    }}
                </div>
            </article>
        </div>
    }
}

#[component]
fn ChapterText(
    /// The chapter.
    chapter: &'static Chapter,
) -> impl IntoView {
    let page = chapter_page(chapter.key)?;
    let to_write =
        (!chapter.exercises.is_empty()).then(|| view! { <h2 id="exercises">"To write"</h2> });
    Some(view! {
        <Sections page />
        {engine(chapter.key).map(|engine| view! { <EngineCode engine /> })}
        {to_write}
        <ExerciseCards chapter />
        <Questions chapter />
        <Onward after=chapter.number().unwrap_or_default() />
    })
}

/// Shows the sections of a text: first its ideas, then its figures, then the derivations and asides, which are folded.
#[component]
pub fn Sections(
    /// The text.
    page: &'static Page,
) -> impl IntoView {
    let whole = |section: &'static Section| {
        view! { <div class="prose" inner_html=section.html.as_str()></div> }
    };
    let figure = |section: &'static Section| {
        view! { <FigureView name=section.title.clone() caption=section.html.clone() /> }
    };
    let folded = |section: &'static Section| {
        view! {
            <details class="aside">
                <summary inner_html=section.title.as_str()></summary>
                <div class="prose" inner_html=section.html.as_str()></div>
            </details>
        }
    };
    let ideas = page.of(SectionKind::Idea).map(whole).collect_view();
    let figures = page.of(SectionKind::Figure).map(figure).collect_view();
    let derivations = page.of(SectionKind::Derivation).map(folded).collect_view();
    let asides = page.of(SectionKind::Aside).map(folded).collect_view();
    view! { {ideas} {figures} {derivations} {asides} }
}

/// Shows the questions of a chapter, with the points so far and a button that exports the answers.
#[component]
fn Questions(
    /// The chapter.
    chapter: &'static Chapter,
) -> impl IntoView {
    let course = use_course();
    let questions = questions(chapter.key);
    if questions.is_empty() {
        return None;
    }
    let all: u32 = questions.iter().map(|question| question.points).sum();
    let points = move || -> u32 {
        questions
            .iter()
            .map(|question| course.points(question))
            .sum()
    };
    let sum = move || (all > 0).then(|| format!("{} of {all} points so far · ", points()));
    Some(view! {
        <h2 id="questions" tabindex="-1">"Questions"</h2>
        <p class="hint">
            {sum} <button class="link" data-testid="save-answers" on:click=move |_| export::save(course)>"All answers as Markdown"</button>
        </p>
        {questions.iter().map(|question| view! { <QuestionCard question /> }).collect_view()}
    })
}

/// Shows a link to the next chapter, unless this is the last.
#[component]
fn Onward(
    /// The number of chapters up to here.
    after: usize,
) -> impl IntoView {
    let next = CHAPTERS.get(after)?;
    Some(view! {
        <p class="onward"><a href=next.link()>{format!("Next: {}", next.title())}</a></p>
    })
}
