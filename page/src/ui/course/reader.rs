//! The view in which one reads: the list of chapters, a text with its exercises and questions, and
//! the run beside it.

use leptos::prelude::*;
use web_sys::HtmlElement;

use super::super::lab::use_lab;
use super::cards::ExerciseCards;
use super::chapter_list::ChapterList;
use super::difference::EngineCode;
use super::export;
use super::margin::Margin;
use super::next_step::ChapterDone;
use super::once_more::OnceMore;
use super::question::QuestionCard;
use super::sections::Sections;
use super::state::use_course;
use super::step_line::StepLine;
use super::texts::WithTexts;
use crate::course::{
    CHAPTERS, Catalogue, Chapter, Exercise, Page, Question, SectionKind, chapter_page, engine,
    questions,
};
use crate::marking::is_right;
use crate::view::once_more::Round;

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
    let about_page = Catalogue::english().page.title.as_str();
    let title = move || course.chapter.get().map_or(about_page, Chapter::title);
    view! {
        <div class="view view-read">
            <ChapterList />
            <article id="lesson" class="lesson" aria-label="Course" tabindex="0" on:scroll=remember>
                <h1>{title}</h1>
                <Margin />
                <div class="lesson-text">
                    {move || match course.chapter.get() {
                        Some(chapter) => view! { <ChapterText chapter /> }.into_any(),
                        None => view! { <Sections page=&Catalogue::english().page /> <Onward after=0 /> }.into_any(),
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
    let is_left = |exercise: &&Exercise| !page.places(SectionKind::Exercise, exercise.id);
    let exercises: Vec<&'static Exercise> = chapter.exercises().filter(is_left).collect();
    let to_write = (!exercises.is_empty()).then(|| view! { <h2>"To write"</h2> });
    Some(view! {
        {chapter.number().map(|_| view! { <StepLine chapter at=Signal::stored(None) /> })}
        <Sections page />
        {engine(chapter.key).map(|engine| view! { <EngineCode engine /> })}
        {to_write}
        <ExerciseCards exercises />
        <Questions chapter page />
        {chapter.number().map(|number| {
            view! {
                <OnceMore round=Round::Chapter(chapter.key) />
                <ChapterDone chapter>
                    <Onward after=number />
                </ChapterDone>
            }
        })}
    })
}

/// Shows the questions that the text of a chapter has not shown, links to the others, the points so
/// far, and a button that exports the answers.
#[component]
fn Questions(
    /// The chapter.
    chapter: &'static Chapter,
    /// The text of the chapter.
    page: &'static Page,
) -> impl IntoView {
    let course = use_course();
    let questions = questions(chapter.key);
    if questions.is_empty() {
        return None;
    }
    let all: u32 = questions.iter().map(|question| question.points).sum();
    let points = move || questions.iter().map(|it| course.points(it)).sum::<u32>();
    let is_above = |it: &&Question| page.places(SectionKind::Question, &it.id);
    let (above, left): (Vec<_>, Vec<_>) = questions.iter().partition(is_above);
    let above = above.into_iter();
    let above = above.map(|question| view! { <QuestionAbove chapter question /> });
    let above: Vec<_> = above.collect();
    let sum = move || (all > 0).then(|| format!("{} of {all} points so far · ", points()));
    Some(view! {
        <h2 id="questions" tabindex="-1">"Questions"</h2>
        <p class="hint">
            {sum} <button class="link" data-testid="save-answers" on:click=move |_| export::save(course)>"All answers as Markdown"</button>
        </p>
        {(!above.is_empty()).then(|| view! { <ul class="questions-above">{above}</ul> })}
        {left.into_iter().map(|question| view! { <QuestionCard question /> }).collect_view()}
    })
}

/// Shows a link to a question in the text, with the state of its answer.
#[component]
fn QuestionAbove(
    /// The chapter.
    chapter: &'static Chapter,
    /// The question.
    question: &'static Question,
) -> impl IntoView {
    let course = use_course();
    let state = move || match course.answer(&question.id) {
        Some(given) if is_right(question, &given) => " ✓ right",
        Some(_) => " ◐ answered",
        None => " ○ open",
    };
    let address = format!("{}#{}", chapter.link(), question.place());
    view! {
        <li>
            <a href=address>{question.id.as_str()}</a>
            {state}
        </li>
    }
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
