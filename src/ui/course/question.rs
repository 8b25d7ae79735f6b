//! One question: chosen, typed or written, and then explained.

use leptos::prelude::*;

use super::kept::Given;
use super::state::{number, use_course};
use crate::course::{Answer, Choice, Question};

/// A question with what belongs to it.
#[component]
pub fn QuestionCard(
    /// The question.
    question: Question,
) -> impl IntoView {
    let points = match question.points {
        0 => String::new(),
        1 => " · 1 point".to_owned(),
        points => format!(" · {points} points"),
    };
    let id = StoredValue::new(question.id.clone());
    let answer = match question.answer {
        Answer::Number {
            value,
            tolerance,
            explanation,
        } => view! { <ByNumber id value tolerance explanation /> }.into_any(),
        Answer::Choice(options) => view! { <ByChoice id options /> }.into_any(),
        Answer::Text(model) => view! { <InWords id points=question.points model /> }.into_any(),
    };
    view! {
        <section class="question" data-testid=format!("question-{}", question.id)>
            <p class="question-id">{question.id.clone()} {points}</p>
            <div class="prose" inner_html=question.prompt></div>
            {answer}
        </section>
    }
}

#[component]
fn ByNumber(
    /// The question.
    id: StoredValue<String>,
    /// The right answer.
    value: f64,
    /// How far off an answer may be.
    tolerance: f64,
    /// Why it is that.
    explanation: String,
) -> impl IntoView {
    let course = use_course();
    let text = move || match course.answer(&id.get_value()) {
        Some(Given::Number(text)) => text,
        _ => String::new(),
    };
    let verdict = move || {
        let text = text();
        if text.trim().is_empty() {
            return None;
        }
        Some(match number(&text) {
            Some(given) if (given - value).abs() <= tolerance => (true, "Right"),
            Some(_) => (false, "Not yet: think again, or change the answer"),
            None => (false, "A number was expected, such as -0.5"),
        })
    };
    let is_right = move || verdict().is_some_and(|(is_right, _)| is_right);
    let explanation = StoredValue::new(explanation);
    view! {
        <input
            type="text"
            inputmode="text"
            autocomplete="off"
            aria-label=move || format!("Answer to {}", id.get_value())
            prop:value=text
            on:change=move |event| course.give(&id.get_value(), Given::Number(event_target_value(&event)))
        />
        <p class="mark" class:right=is_right aria-live="polite">{move || verdict().map(|(_, said)| said)}</p>
        <Show when=is_right>
            <div class="prose explanation" inner_html=explanation.get_value()></div>
        </Show>
    }
}

#[component]
fn ByChoice(
    /// The question.
    id: StoredValue<String>,
    /// What there is to choose.
    options: Vec<Choice>,
) -> impl IntoView {
    let course = use_course();
    let chosen = Memo::new(move |_| match course.answer(&id.get_value()) {
        Some(Given::Choice(index)) => Some(index),
        _ => None,
    });
    let option = move |(index, option): (usize, Choice)| {
        let is_chosen = move || chosen.get() == Some(index);
        let Choice {
            is_right,
            text,
            explanation,
        } = option;
        let explanation = StoredValue::new(explanation);
        view! {
            <label class="option">
                <input
                    type="radio"
                    name=id.get_value()
                    prop:checked=is_chosen
                    on:change=move |_| course.give(&id.get_value(), Given::Choice(index))
                />
                <span inner_html=text></span>
            </label>
            <Show when=is_chosen>
                <div class="mark" class:right=is_right aria-live="polite">
                    {if is_right { "Right: " } else { "No: " }}
                    <span inner_html=explanation.get_value()></span>
                </div>
            </Show>
        }
    };
    view! { <div role="radiogroup">{options.into_iter().enumerate().map(option).collect_view()}</div> }
}

#[component]
fn InWords(
    /// The question.
    id: StoredValue<String>,
    /// What a right answer is worth.
    points: u32,
    /// The model answer.
    model: String,
) -> impl IntoView {
    let course = use_course();
    let given = Memo::new(move |_| match course.answer(&id.get_value()) {
        Some(Given::Text { text, marked }) => (text, marked),
        _ => (String::new(), None),
    });
    let write = move |event| {
        let text = event_target_value(&event);
        let marked = given.get_untracked().1;
        course.give(&id.get_value(), Given::Text { text, marked });
    };
    let mark = move |marked: u32| {
        let text = given.get_untracked().0;
        let marked = Some(marked);
        course.give(&id.get_value(), Given::Text { text, marked });
    };
    let (is_open, set_open) = signal(false);
    let marks = move || {
        (0..=points)
            .map(|count| {
                let is_marked = move || given.get().1 == Some(count);
                view! {
                    <button class="quiet" aria-pressed=move || is_marked().to_string() on:click=move |_| mark(count)>
                        {count}
                    </button>
                }
            })
            .collect_view()
    };
    let model = StoredValue::new(model);
    view! {
        <textarea
            rows="3"
            aria-label=move || format!("Answer to {}", id.get_value())
            prop:value=move || given.get().0
            on:change=write
        ></textarea>
        <button class="link" on:click=move |_| set_open.update(|open| *open = !*open)>
            {move || if is_open.get() { "Hide the model answer" } else { "Compare with a model answer" }}
        </button>
        <Show when=move || is_open.get()>
            <div class="prose explanation" inner_html=model.get_value()></div>
            <Show when=move || { points > 0 }>
                <p class="hint">"Points you give yourself: " {marks}</p>
            </Show>
        </Show>
    }
}
