//! Exercises as cards: title, time, and how far the reader is.

use leptos::prelude::*;

use super::state::{ExerciseState, use_course};
use crate::course::{Exercise, Facts};

/// Shows exercises, each as a link.
#[component]
pub fn ExerciseCards(
    /// The exercises.
    exercises: Vec<&'static Exercise>,
) -> impl IntoView {
    let cards = exercises.into_iter();
    let cards = cards.map(|exercise| view! { <Card exercise /> });
    let cards: Vec<_> = cards.collect();
    (!cards.is_empty()).then(|| view! { <ul class="exercise-cards">{cards}</ul> })
}

#[component]
fn Card(
    /// The exercise.
    exercise: &'static Exercise,
) -> impl IntoView {
    let course = use_course();
    let state = Memo::new(move |_| course.state_of(exercise));
    let class_and_words = move || match state.get() {
        ExerciseState::Fresh => ("card-state", "○ not begun"),
        ExerciseState::Begun => ("card-state begun", "◐ begun"),
        ExerciseState::Passed => ("card-state passed", "✓ passed"),
    };
    let Facts {
        minutes,
        difficulty,
        ..
    } = exercise.facts;
    view! {
        <li class="exercise-card">
            // The style sheet shows the title first; the accessible name, on which scripts rely,
            // begins with the id.
            <a href=exercise.link()>
                <span class="card-id">{exercise.id}</span> " " <span class="card-title">{exercise.title()}</span>
            </a>
            <p class="card-facts"><span class=move || class_and_words().0>{move || class_and_words().1}</span> {format!(" · {minutes} minutes · difficulty {difficulty} of 5")}</p>
        </li>
    }
}
