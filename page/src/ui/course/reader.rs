//! The column of course text: the choice of a chapter, its text, its exercises and its questions.

use leptos::prelude::*;
use web_sys::HtmlElement;

use super::super::cells::use_workbench;
use super::super::lab::use_lab;
use super::difference::EngineCode;
use super::export;
use super::progress::ProgressPanel;
use super::question::QuestionCard;
use super::state::{Course, use_course};
use crate::course::{
    CHAPTERS, Chapter, Exercise, Page, Section, SectionKind, chapter_page, engine, questions,
};
use crate::ui::browser::focus;
use crate::ui::figures::FigureView;
use crate::ui::intro::PageText;

/// Shows the choice of a chapter, and the text of the open one.
#[component]
pub fn Reader() -> impl IntoView {
    let course = use_course();
    let scroll = use_lab().address.scroll;
    let remember = move |event| scroll.set(event_target::<HtmlElement>(&event).scroll_top());
    let key = Memo::new(move |_| course.chapter.get().map_or("", |chapter| chapter.key));
    view! {
        <article id="lesson" class="lesson" class:chapter=move || course.chapter.get().is_some() aria-label="Course" tabindex="0" on:scroll=remember>
            <nav class="lesson-nav" data-testid="lesson-nav" aria-label="Chapters">
                <label for="lesson-choice">"Chapter"</label>
                <select id="lesson-choice" on:change=move |event| course.open(&event_target_value(&event))>
                    <option value="" prop:selected=move || key.get().is_empty()>"What am I looking at?"</option>
                    {CHAPTERS
                        .iter()
                        .enumerate()
                        .map(|(index, chapter)| {
                            let is_open = move || key.get() == chapter.key;
                            view! {
                                <option value=chapter.key prop:selected=is_open>
                                    {index + 1} ". " {chapter.title()}
                                </option>
                            }
                        })
                        .collect_view()}
                </select>
                <ProgressPanel />
            </nav>
            {move || match course.chapter.get() {
                Some(chapter) => view! { <ChapterText chapter /> }.into_any(),
                None => view! { <PageText /> <Onward /> }.into_any(),
            }}
        </article>
    }
}

#[component]
fn ChapterText(
    /// The chapter.
    chapter: &'static Chapter,
) -> impl IntoView {
    let page = chapter_page(chapter.key)?;
    let exercises = chapter.exercises.iter().filter_map(|id| Exercise::find(id));
    let exercises = exercises.map(|exercise| view! { <ExerciseLink exercise /> });
    let has_exercises = !chapter.exercises.is_empty();
    Some(view! {
        <h2>{page.title.as_str()}</h2>
        <Sections page />
        {engine(chapter.key).map(|engine| view! { <EngineCode engine /> })}
        <Show when=move || has_exercises>
            <h2>"To write"</h2>
        </Show>
        <ul class="exercise-list">{exercises.collect_view()}</ul>
        <Questions chapter />
        <Onward />
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

#[component]
fn ExerciseLink(
    /// The exercise.
    exercise: &'static Exercise,
) -> impl IntoView {
    let bench = use_workbench();
    let has_passed = move || bench.passed.with(|passed| passed.contains(exercise.id));
    let open = move |_| {
        bench.choose(exercise);
        focus::on("exercise");
    };
    view! {
        <li>
            <button class="link" on:click=open>{exercise.id} " " {exercise.title()}</button>
            {move || has_passed().then_some(" ✓")}
        </li>
    }
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

/// Shows a button that opens the next chapter.
#[component]
fn Onward() -> impl IntoView {
    let course = use_course();
    let next = move || next_of(course);
    move || {
        next().map(|chapter| {
            let open = move |_| {
                course.open(chapter.key);
                focus::on("lesson");
            };
            view! { <p class="onward"><button on:click=open>{format!("Next: {}", chapter.title())}</button></p> }
        })
    }
}

fn next_of(course: Course) -> Option<&'static Chapter> {
    let after = match course.chapter.get() {
        Some(open) => CHAPTERS.iter().position(|chapter| chapter == open)? + 1,
        None => 0,
    };
    CHAPTERS.get(after)
}
