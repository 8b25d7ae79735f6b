//! The text of the current exercise, its hints one by one, and its solution.

use leptos::prelude::*;

use super::super::cells::{CellState, use_workbench};
use super::difference::{Difference, EngineCode};
use super::next_step::NextStep;
use super::sections::Sections;
use super::set_up::SetUp;
use super::state::{Course, use_course};
use crate::course::{Exercise, Facts, Section, SectionKind, engine, exercise_page, since};
use crate::ui::browser::focus;

/// Shows the text of the current exercise and what belongs to it.
#[component]
pub fn ExerciseText() -> impl IntoView {
    let bench = use_workbench();
    move || {
        let exercise = bench.exercise.get();
        let page = exercise_page(exercise.id)?;
        let changed = page.of(SectionKind::Changed).next().map(|section| {
            view! {
                <details class="aside">
                    <summary>"What is new since the exercise before"</summary>
                    <div class="prose" inner_html=section.html.as_str()></div>
                </details>
            }
        });
        Some(view! {
            <div class="exercise-text">
                <FactsLine facts=exercise.facts /> <Outdated exercise />
                <Sections page /> {changed}
                {engine(exercise.id).map(|engine| view! { <EngineCode engine /> })} {exercise.draft().map(|wanted| view! { <SetUp wanted about="Settings that train it: " /> })}
            </div>
        })
    }
}

/// Shows difficulty and importance as dots, and the time in minutes.
#[component]
fn FactsLine(
    /// The facts.
    facts: Facts,
) -> impl IntoView {
    let dots = |count: u8| {
        let count = usize::from(count.min(5));
        let label = format!("{count} of 5");
        let dots = format!("{}{}", "●".repeat(count), "○".repeat(5 - count));
        view! { <span role="img" aria-label=label>{dots}</span> }
    };
    view! {
        <p class="hint facts">
            "Difficulty " {dots(facts.difficulty)} " · importance "
            {dots(facts.importance)} " · " {format!("{} minutes", facts.minutes)}
        </p>
    }
}

/// Warns the reader if the exercise has changed since they began it.
#[component]
fn Outdated(
    /// The exercise.
    exercise: &'static Exercise,
) -> impl IntoView {
    let course = use_course();
    view! {
        <Show when=move || course.is_exercise_outdated(exercise)>
            <div class="outdated" role="note">
                <p>
                    "This exercise has changed since you began it in this browser. Your text is as you left it; its \
                     checks and hints are the new ones"
                </p>
                <button class="quiet" on:click=move |_| course.accept(exercise)>
                    "I have seen it"
                </button>
            </div>
        </Show>
    }
}

/// Returns the number of an exercise's hints.
fn hints(id: &str) -> usize {
    exercise_page(id).map_or(0, |page| page.of(SectionKind::Hint).count())
}

/// Uncovers the next hint, or the solution after the last one, and leads to it.
fn uncover(course: Course, id: &'static str) {
    course.uncover(id);
    let place = match untrack(|| course.uncovered(id)) {
        shown if shown > hints(id) => "solution".to_owned(),
        shown => format!("hint-{shown}"),
    };
    request_animation_frame(move || focus::on(&place));
}

/// Shows a button that leads to the next hint, while there is one.
#[component]
pub fn HintButton(
    /// The id of the exercise.
    id: &'static str,
    /// Is called before, to show where the hints stand.
    before: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let course = use_course();
    let has_more = Memo::new(move |_| course.uncovered(id) < hints(id));
    let press = move |_| {
        before();
        uncover(course, id);
    };
    view! {
        <Show when=move || has_more.get()>
            <button class="quiet" data-testid="hint-here" on:click=press>"Give me a hint"</button>
        </Show>
    }
}

/// Shows the hints uncovered so far, and after all hints the solution.
#[component]
pub fn Help() -> impl IntoView {
    let bench = use_workbench();
    let course = use_course();
    move || {
        let exercise = bench.exercise.get();
        let page = exercise_page(exercise.id)?;
        let count = hints(exercise.id);
        let shown = Memo::new(move |_| course.uncovered(exercise.id));
        let hint = |(index, hint): (usize, &'static Section)| {
            let number = index + 1;
            let is_shown = Memo::new(move |_| shown.get() >= number);
            view! {
                <Show when=move || is_shown.get()>
                    <div class="hint-box" id=format!("hint-{number}") tabindex="-1">
                        <p class="hint">{format!("Hint {number}")}</p>
                        <div class="prose" inner_html=hint.html.as_str()></div>
                    </div>
                </Show>
            }
        };
        let in_view: Vec<_> = page.of(SectionKind::Hint).enumerate().map(hint).collect();
        let next = move || match shown.get() {
            shown if shown < count => format!("Show hint {} of {count}", shown + 1),
            _ => "Show the solution".to_owned(),
        };
        Some(view! {
            <div class="help">
                {in_view}
                <Show when=move || { shown.get() > count }>
                    <Solution exercise />
                </Show>
                <Show when=move || { shown.get() <= count }>
                    <button data-testid="next-hint" class="quiet" on:click=move |_| uncover(course, exercise.id)>
                        {next}
                    </button>
                </Show>
            </div>
        })
    }
}

/// Shows the solution, as a text and as a change to the earlier solution and to the reader's own
/// text.
#[component]
fn Solution(
    /// The exercise.
    exercise: &'static Exercise,
) -> impl IntoView {
    let bench = use_workbench();
    let page = exercise_page(exercise.id);
    let explained = page.and_then(|page| page.of(SectionKind::Solution).next());
    let before = since(exercise.id).and_then(Exercise::find);
    // An exercise with a bug to find has no earlier solution: its starter is the code with the bug.
    let bug = (exercise.bug_in).map(|_| ("The line of the bug".to_owned(), exercise.starter()));
    let earlier = before.map(|before| {
        let title = format!("As a change to {} {}", before.id, before.title());
        (title, before.solution())
    });
    let change = earlier.or(bug).map(|(title, before)| {
        view! {
            <details class="aside" data-testid="code-change">
                <summary>{title}</summary>
                <Difference before=before.to_owned() after=exercise.solution().to_owned() />
            </details>
        }
    });
    let own = move || {
        let written = bench.texts.with(|texts| texts.get(exercise.id).cloned());
        let written = written.filter(|text| text != exercise.solution())?;
        Some(view! {
            <details class="aside">
                <summary>"Your text beside it"</summary>
                <Difference before=written after=exercise.solution().to_owned() />
            </details>
        })
    };
    view! {
        <p id="solution" class="hint" tabindex="-1">"A solution"</p>
        <pre class="printed" tabindex="0">{exercise.solution()}</pre>
        {explained.map(|section| view! { <div class="prose" inner_html=section.html.as_str()></div> })}
        {change}
        {own}
        <button
            data-testid="use-solution"
            disabled=move || bench.is_busy()
            on:click=move |_| bench.put(exercise.solution())
        >
            "Put it into the cell"
        </button>
        // Once the checks have passed, the same button stands beside the verdict.
        <Show when=move || bench.shown() != CellState::Passed>
            <NextStep exercise=exercise.id />
        </Show>
    }
}
