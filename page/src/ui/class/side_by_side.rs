//! The code of one exercise, side by side: of all students who wrote some, or of two.

use leptos::prelude::*;

use super::state::{SideBySideCode, use_class};
use crate::course::{EXERCISES, Exercise};
use crate::marking::{HandedIn, Report, shown_code, words_of};

/// The choice of worlds among the exercises.
const WORLDS: &str = "own-worlds";
/// The names of the two choices.
const CHOICES: [&str; 2] = ["Student", "beside"];

/// Shows the choice of exercise and students, and the code.
#[component]
pub fn SideBySide() -> impl IntoView {
    let class = use_class();
    let choose = move |event: web_sys::Event| {
        class.beside.set(match event_target_value(&event).as_str() {
            WORLDS => Some(SideBySideCode::Worlds),
            id => Exercise::find(id).map(SideBySideCode::Exercise),
        });
    };
    let chosen = move || match class.beside.get() {
        Some(SideBySideCode::Exercise(exercise)) => exercise.id,
        Some(SideBySideCode::Worlds) => WORLDS,
        None => "",
    };
    view! {
        <section class="class-side" aria-labelledby="class-side-title">
            <h2 id="class-side-title">"Code side by side"</h2>
            <div class="class-choice">
                <label>
                    "Exercise "
                    <select data-testid="class-exercise" prop:value=chosen on:change=choose>
                        <option value="">"Choose one"</option>
                        {EXERCISES
                            .iter()
                            .map(|exercise| view! { <option value=exercise.id>{exercise.label()}</option> })
                            .collect_view()}
                        <option value=WORLDS>"Their own worlds"</option>
                    </select>
                </label>
                {[0, 1].map(|place| view! { <StudentChoice place /> })}
            </div>
            {move || {
                class.beside.get().map(|beside| match beside {
                    SideBySideCode::Exercise(exercise) => view! { <Codes exercise /> }.into_any(),
                    SideBySideCode::Worlds => view! { <Worlds /> }.into_any(),
                })
            }}
        </section>
    }
}

/// Shows the choice of one of two students.
#[component]
fn StudentChoice(
    /// Which of the two, from 0.
    place: usize,
) -> impl IntoView {
    let class = use_class();
    let choose = move |event: web_sys::Event| {
        let id = event_target_value(&event).parse().ok();
        class.pair.update(|pair| pair[place] = id);
    };
    let chosen = move || {
        let id = class.pair.get()[place];
        id.map_or_else(String::new, |id| id.to_string())
    };
    let options = move || {
        class.table.with(|table| {
            let rows = table.rows().iter();
            let rows =
                rows.map(|row| view! { <option value=row.id.to_string()>{titled(row)}</option> });
            rows.collect_view()
        })
    };
    view! {
        <label>
            {CHOICES[place]} " "
            <select prop:value=chosen on:change=choose data-testid=format!("class-student-{place}")>
                <option value="">"all"</option>
                {options}
            </select>
        </label>
    }
}

/// Shows the classes of the worlds that the chosen students wrote.
#[component]
fn Worlds() -> impl IntoView {
    let class = use_class();
    let codes = move || {
        class.table.with(|table| {
            let rows = table.rows().iter().filter(|row| class.is_chosen(row));
            let (with, without): (Vec<_>, Vec<_>) = rows.partition(|row| row.world().is_some());
            let nothing = nothing_by(&without);
            let codes = with.into_iter().map(|row| {
                let (title, text) = (titled(row), row.world().unwrap_or_default());
                view! {
                    <article class="class-code" aria-label=title.clone()>
                        <h3>{title.clone()}</h3>
                        <pre tabindex="0" aria-label=format!("Class of {title}")>{shown_code(text)}</pre>
                    </article>
                }
            });
            let codes: Vec<_> = codes.collect();
            view! { <div class="class-codes">{codes}</div> {nothing} }
        })
    };
    view! { <div data-testid="class-worlds">{codes}</div> }
}

/// Says of whom there is nothing.
fn nothing_by(rows: &[&HandedIn]) -> Option<impl IntoView + use<>> {
    let names: Vec<String> = rows.iter().map(|row| titled(row)).collect();
    (!names.is_empty())
        .then(|| view! { <p class="hint">{format!("Nothing written by {}", names.join(", "))}</p> })
}

/// Shows the code that the chosen students wrote for an exercise.
#[component]
fn Codes(
    /// The exercise.
    exercise: &'static Exercise,
) -> impl IntoView {
    let class = use_class();
    let codes = move || {
        class.table.with(|table| {
            let rows = table.rows().iter().filter(|row| class.is_chosen(row));
            let (without, with): (Vec<_>, Vec<_>) =
                rows.partition(|row| row.report(exercise) == Report::Untouched);
            let nothing = nothing_by(&without);
            let codes: Vec<_> = with.into_iter().map(|row| code_of(row, exercise)).collect();
            view! { <div class="class-codes">{codes}</div> {nothing} }
        })
    };
    view! { <div data-testid="class-codes">{codes}</div> }
}

fn code_of(row: &HandedIn, exercise: &'static Exercise) -> impl IntoView + use<> {
    let words = words_of(row.report(exercise), row.agreement(exercise));
    let why = row.outcome(exercise).and_then(|outcome| outcome.why());
    let title = titled(row);
    view! {
        <article class="class-code" aria-label=title.clone()>
            <h3>{title.clone()}</h3>
            <p class="hint">{words} {why.map(|why| format!(": {why}"))}</p>
            <pre tabindex="0" aria-label=format!("Code of {title}")>{shown_code(row.code(exercise))}</pre>
        </article>
    }
}

/// Returns the student's name, with a mark if there is a newer hand-in.
fn titled(row: &HandedIn) -> String {
    match row.is_older {
        true => format!("{} (older)", row.name()),
        false => row.name().to_owned(),
    }
}
