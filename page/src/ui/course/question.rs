//! A question with its answer (a number, a choice or a text) and the explanation that follows.

use leptos::prelude::*;

use super::answers::Answers;
use super::export::plain;
use super::state::use_course;
use crate::course::{Question, QuestionAnswer, QuestionChoice};
use crate::marking::{is_near, number};
use crate::ui::figures::FigureView;
use crate::view::progress::GivenAnswer;

/// Shows a question, with its figure if it has one, and the input for the answer.
#[component]
pub fn QuestionCard(
    /// The question.
    question: &'static Question,
) -> impl IntoView {
    let course = use_course();
    let points = match question.points {
        0 => String::new(),
        1 => " · 1 point".to_owned(),
        points => format!(" · {points} points"),
    };
    view! {
        <section class="question" id=question.place() tabindex="-1" data-testid=question.place()>
            <p class="question-id">{question.id.as_str()} {points}</p>
            <QuestionBody question answers=Answers::kept(question) />
            <Show when=move || course.is_question_outdated(question)>
                <p class="hint">"This question has changed since you answered it"</p>
            </Show>
        </section>
    }
}

/// Shows the figure, the text and the input of a question.
#[component]
pub fn QuestionBody(
    /// The question.
    question: &'static Question,
    /// Where the answers go.
    answers: Answers,
) -> impl IntoView {
    let answer = match &question.answer {
        QuestionAnswer::Number {
            value,
            tolerance,
            explanation,
        } => {
            let (value, tolerance) = (*value, *tolerance);
            view! { <ByNumber question answers value tolerance explanation /> }.into_any()
        }
        QuestionAnswer::Choice(options) => {
            view! { <ByChoice question answers options /> }.into_any()
        }
        QuestionAnswer::Text(model) => view! { <InWords question answers model /> }.into_any(),
    };
    let figure = question.figure.clone();
    view! {
        {figure.map(|name| view! { <FigureView name caption=String::new() /> })}
        <div class="prose" inner_html=question.prompt.as_str()></div>
        {answer}
    }
}

fn label(question: &Question) -> String {
    format!("Answer to {}", question.id)
}

#[component]
fn ByNumber(
    /// The question.
    question: &'static Question,
    /// Where the answers go.
    answers: Answers,
    /// The right answer.
    value: f64,
    /// Largest accepted distance from the right answer.
    tolerance: f64,
    /// The explanation of the right answer.
    explanation: &'static str,
) -> impl IntoView {
    let text = move || match answers.get() {
        Some(GivenAnswer::Number(text)) => text,
        _ => String::new(),
    };
    let verdict = move || {
        let text = text();
        if text.trim().is_empty() {
            return None;
        }
        Some(match number(&text) {
            Ok(given) if is_near(given, value, tolerance) => (true, "Right".to_owned()),
            Ok(_) => (
                false,
                "Not yet: think again, or change the answer".to_owned(),
            ),
            Err(said) => (false, said),
        })
    };
    let is_right = move || verdict().is_some_and(|(is_right, _)| is_right);
    let give = move |event| answers.give(GivenAnswer::Number(event_target_value(&event)));
    view! {
        <input
            type="text"
            inputmode="text"
            autocomplete="off"
            aria-label=label(question)
            prop:value=text
            on:change=give
        />
        <p class="mark" class:right=is_right aria-live="polite">{move || verdict().map(|(_, said)| said)}</p>
        <Show when=is_right>
            <div class="prose explanation" inner_html=explanation></div>
        </Show>
    }
}

#[component]
fn ByChoice(
    /// The question.
    question: &'static Question,
    /// Where the answers go.
    answers: Answers,
    /// The options to choose from.
    options: &'static [QuestionChoice],
) -> impl IntoView {
    let order = answers.order(options.len()).into_iter();
    let offered = order.map(|index| view! { <Offered answers index option=&options[index] /> });
    view! {
        <div role="radiogroup" aria-label=label(question)>
            {offered.collect_view()}
        </div>
    }
}

/// Shows an option, and its explanation once it is chosen.
#[component]
fn Offered(
    /// Where the answers go.
    answers: Answers,
    /// The index of the option.
    index: usize,
    /// The option.
    option: &'static QuestionChoice,
) -> impl IntoView {
    let is_chosen = move || answers.get() == Some(GivenAnswer::Choice(index));
    let is_right = option.is_right;
    // A label that is a formula is no name for every screen reader.
    let name = option.text.contains("<math").then(|| plain(&option.text));
    view! {
        <label class="option">
            <input
                type="radio"
                aria-label=name
                name=answers.group()
                prop:checked=is_chosen
                on:change=move |_| answers.give(GivenAnswer::Choice(index))
            />
            <span inner_html=option.text.as_str()></span>
        </label>
        <Show when=is_chosen>
            <div class="mark" class:right=is_right aria-live="polite">
                {if is_right { "Right: " } else { "No: " }}
                <span inner_html=option.explanation.as_str()></span>
            </div>
        </Show>
    }
}

#[component]
fn InWords(
    /// The question.
    question: &'static Question,
    /// Where the answers go.
    answers: Answers,
    /// The model answer.
    model: &'static str,
) -> impl IntoView {
    let given = Memo::new(move |_| match answers.get() {
        Some(GivenAnswer::Text { text, marked }) => (text, marked),
        _ => (String::new(), None),
    });
    let give = move |text, marked| answers.give(GivenAnswer::Text { text, marked });
    let write = move |event| give(event_target_value(&event), given.get_untracked().1);
    let mark = move |marked: u32| give(given.get_untracked().0, Some(marked));
    let (is_open, set_open) = signal(false);
    let points = question.points;
    let marks = move || {
        let mark = |count: u32| {
            let is_marked = move || given.get().1 == Some(count);
            view! {
                <button class="quiet" aria-pressed=move || is_marked().to_string() on:click=move |_| mark(count)>
                    {count}
                </button>
            }
        };
        (0..=points).map(mark).collect_view()
    };
    view! {
        <textarea
            rows="3"
            aria-label=label(question)
            prop:value=move || given.get().0
            on:change=write
        ></textarea>
        <button class="link" on:click=move |_| set_open.update(|open| *open = !*open)>
            {move || if is_open.get() { "Hide the model answer" } else { "Compare with a model answer" }}
        </button>
        <Show when=move || is_open.get()>
            <div class="prose explanation" inner_html=model></div>
            <Show when=move || { points > 0 }>
                <p class="hint">"Points you give yourself: " {marks}</p>
            </Show>
        </Show>
    }
}
