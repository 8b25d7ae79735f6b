//! The text of the exercise at hand, its hints one by one, and its solution.

use leptos::prelude::*;

use super::super::cells::use_workbench;
use super::reader::Sections;
use super::state::use_course;
use crate::course::{Facts, SectionKind, facts};

/// What the exercise is about.
#[component]
pub fn ExerciseText() -> impl IntoView {
    let bench = use_workbench();
    let course = use_course();
    move || {
        let exercise = bench.exercise.get();
        let page = course.exercise_page(exercise.id);
        let changed = page.of(SectionKind::Changed).next().map(|section| {
            view! {
                <details class="aside">
                    <summary>"What is new since the exercise before"</summary>
                    <div class="prose" inner_html=section.html.clone()></div>
                </details>
            }
        });
        view! {
            <div class="exercise-text">
                {facts(exercise.id).map(|facts| view! { <FactsLine facts /> })}
                <Sections page=page.clone() />
                {changed}
            </div>
        }
    }
}

/// Difficulty and importance as dots, and the time.
#[component]
fn FactsLine(
    /// The facts.
    facts: Facts,
) -> impl IntoView {
    let dots = |count: u8| {
        let count = usize::from(count.min(5));
        format!("{}{}", "●".repeat(count), "○".repeat(5 - count))
    };
    view! {
        <p class="hint facts">
            "Difficulty "
            <span role="img" aria-label=format!("{} of 5", facts.difficulty)>{dots(facts.difficulty)}</span>
            " · importance "
            <span role="img" aria-label=format!("{} of 5", facts.importance)>{dots(facts.importance)}</span>
            " · " {facts.minutes} " minutes"
        </p>
    }
}

/// Hints, uncovered one by one, and after them the solution.
#[component]
pub fn Help() -> impl IntoView {
    let bench = use_workbench();
    let course = use_course();
    move || {
        let exercise = bench.exercise.get();
        let page = course.exercise_page(exercise.id);
        let hints: Vec<_> = page.of(SectionKind::Hint).cloned().collect();
        let count = hints.len();
        let shown = Memo::new(move |_| course.uncovered(exercise.id));
        let hints = StoredValue::new(hints);
        let solution = page.of(SectionKind::Solution).next();
        let solution = StoredValue::new(solution.map(|it| it.html.clone()).unwrap_or_default());
        let in_view = move || {
            hints.with_value(|hints| {
                let shown = hints.iter().take(shown.get()).enumerate();
                shown
                    .map(|(index, hint)| {
                        view! {
                            <p class="hint">"Hint " {index + 1}</p>
                            <div class="prose" inner_html=hint.html.clone()></div>
                        }
                    })
                    .collect_view()
            })
        };
        let next = move || match shown.get() {
            shown if shown < count => format!("Show hint {} of {count}", shown + 1),
            _ => "Show the solution".to_owned(),
        };
        view! {
            <div class="help">
                {in_view}
                <Show when=move || { shown.get() > count }>
                    <p class="hint">"A solution"</p>
                    <pre class="printed" tabindex="0">{exercise.solution}</pre>
                    <div class="prose" inner_html=solution.get_value()></div>
                    <button
                        data-testid="use-solution"
                        disabled=move || bench.is_busy()
                        on:click=move |_| bench.put(exercise.solution)
                    >
                        "Put it into the cell"
                    </button>
                </Show>
                <Show when=move || { shown.get() <= count }>
                    <button data-testid="next-hint" class="quiet" on:click=move |_| course.uncover(exercise.id)>
                        {next}
                    </button>
                </Show>
            </div>
        }
    }
}
