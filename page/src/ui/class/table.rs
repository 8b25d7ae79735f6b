//! The table of the hand-ins: a row for each, a column for each exercise that somebody has begun.

use leptos::prelude::*;

use super::state::{SideBySideCode, use_class};
use crate::course::{Chapter, EXERCISES, Exercise};
use crate::marking::{
    Agreement, ClassTable, HandedIn, Report, SortBy, Standing, day_and_time, words_of,
};

/// The columns that the table can be sorted by.
const SORTED: [(SortBy, &str, &str); 6] = [
    (SortBy::Student, "Student", "class-sort-student"),
    (SortBy::Passed, "Passed", "class-sort-passed"),
    (SortBy::Points, "Points", "class-sort-points"),
    (SortBy::Tries, "Tries", "class-sort-tries"),
    (SortBy::Saved, "Saved (UTC)", "class-sort-saved"),
    (SortBy::Version, "Version", "class-sort-version"),
];

/// The signs in the cells with their meaning.
const SIGNS: [(&str, &str); 7] = [
    ("✓", "passed, says the file"),
    ("(✓)", "passed in another version of the exercise"),
    ("◐", "begun"),
    ("✓✓", "passed here too"),
    ("✕", "said passed but not here"),
    ("+", "passed only here"),
    ("–", "not passed here"),
];

/// What a row shows.
#[derive(Clone, PartialEq)]
struct ShownRow {
    name: String,
    file: String,
    is_older: bool,
    standing: Standing,
    saved: String,
    version: String,
    all_tries: u64,
    cells: Vec<(&'static Exercise, Report, Agreement, u32)>,
}

impl ShownRow {
    fn of(row: &HandedIn, exercises: &[&'static Exercise]) -> Self {
        let cells = exercises.iter().map(|exercise| {
            (
                *exercise,
                row.report(exercise),
                row.agreement(exercise),
                row.tries(exercise),
            )
        });
        Self {
            name: row.name().to_owned(),
            file: row.file.clone(),
            is_older: row.is_older,
            standing: row.standing(),
            saved: day_and_time(&row.hand_in.saved),
            version: row.version(),
            all_tries: row.all_tries(),
            cells: cells.collect(),
        }
    }
}

/// Shows the table with its legend.
#[component]
pub fn HandInTable() -> impl IntoView {
    let class = use_class();
    let ids = Memo::new(move |_| {
        let (by, is_descending) = class.order.get();
        class.table.with(|table| table.sorted(by, is_descending))
    });
    let shows_all = RwSignal::new(false);
    let exercises = Memo::new(move |_| match shows_all.get() {
        true => EXERCISES.iter().collect(),
        false => class.table.with(ClassTable::begun),
    });
    let chapters = move || {
        let number = |exercise: &&Exercise| Chapter::of(exercise.id).map(|(number, _)| number);
        let exercises = exercises.get();
        let chapters = exercises.chunk_by(|one, next| number(one) == number(next));
        let chapters = chapters.map(|of| {
            let name = Chapter::of(of[0].id).map(|(number, it)| format!("{number} {}", it.title()));
            let title = name.clone();
            view! {
                <th scope="colgroup" class="class-chapter" colspan=of.len() title=title>
                    {name}
                </th>
            }
        });
        chapters.collect_view()
    };
    let heads = move || {
        let exercises = exercises.get().into_iter();
        let heads = exercises.map(|exercise| view! { <ExerciseHead exercise /> });
        heads.collect_view()
    };
    let passed = move || {
        let count = |exercise| class.table.with(|table| table.passed(exercise));
        let exercises = exercises.get().into_iter();
        let counts =
            exercises.map(|exercise| view! { <td class="class-mark">{count(exercise)}</td> });
        counts.collect_view()
    };
    view! {
        <div class="class-table" role="region" aria-label="Hand-ins" tabindex="0">
            <table data-testid="class-table">
                <thead>
                    <tr><td colspan=SORTED.len()></td>{chapters}</tr>
                    <tr>
                        {SORTED.map(|(by, name, test_id)| view! { <SortedHead by name test_id /> })}
                        {heads}
                    </tr>
                </thead>
                <tbody>
                    <For each=move || ids.get() key=|id| *id let:id>
                        <RowOf id exercises />
                    </For>
                </tbody>
                <tfoot>
                    <tr>
                        <th scope="row">"Have passed"</th>
                        <td colspan=SORTED.len() - 1></td>
                        {passed}
                    </tr>
                </tfoot>
            </table>
        </div>
        <label class="class-all hint">
            <input
                type="checkbox"
                prop:checked=shows_all
                on:change=move |event| shows_all.set(event_target_checked(&event))
            />
            "Exercises that nobody has begun too"
        </label>
        <p class="class-legend hint">
            {SIGNS.map(|(sign, meaning)| view! { <span><b aria-hidden="true">{sign}</b>" "{meaning}</span> })}
        </p>
        <p class="hint">
            "A point for each exercise that has passed and each question answered rightly, as on the map. A cell that was run here \
             counts as it ended here; answers in words count as their author has marked them. Tries are the runs of an exercise’s checks \
             in the student’s browser"
        </p>
    }
}

/// Shows the head of a column by which the table can be sorted.
#[component]
fn SortedHead(
    /// The order.
    by: SortBy,
    /// The name of the column.
    name: &'static str,
    /// The name for tests.
    test_id: &'static str,
) -> impl IntoView {
    let class = use_class();
    let order = move || {
        let (now, is_descending) = class.order.get();
        (now == by).then_some(is_descending)
    };
    let said = move || match order() {
        None => "none",
        Some(true) => "descending",
        Some(false) => "ascending",
    };
    let sort = move |_| {
        // Of what is counted one wants the most first.
        let first = matches!(
            by,
            SortBy::Passed | SortBy::Points | SortBy::Tries | SortBy::Saved
        );
        let descending = order().map_or(first, |is_descending| !is_descending);
        class.order.set((by, descending));
    };
    view! {
        <th scope="col" aria-sort=said>
            <button class="link" data-testid=test_id on:click=sort>
                {name}
                <span aria-hidden="true">
                    {move || order().map(|is_descending| if is_descending { " ▾" } else { " ▴" })}
                </span>
            </button>
        </th>
    }
}

/// Shows the head of an exercise's column. It leads to the code.
#[component]
fn ExerciseHead(
    /// The exercise.
    exercise: &'static Exercise,
) -> impl IntoView {
    let class = use_class();
    view! {
        <th scope="col" class="class-exercise">
            <button
                class="link"
                title=format!("Code for {} side by side", exercise.label())
                aria-pressed=move || class.shows(exercise).to_string()
                on:click=move |_| class.beside.set(Some(SideBySideCode::Exercise(exercise)))
            >
                {exercise.id}
            </button>
        </th>
    }
}

/// Shows a hand-in.
#[component]
fn RowOf(
    /// Its number.
    id: usize,
    /// The exercises with a column.
    exercises: Memo<Vec<&'static Exercise>>,
) -> impl IntoView {
    let class = use_class();
    let shown = Memo::new(move |_| {
        let exercises = exercises.get();
        let of = |row: &HandedIn| ShownRow::of(row, &exercises);
        class.table.with(|table| table.find(id).map(of))
    });
    let row = move || {
        let row = shown.get()?;
        let standing = row.standing;
        let cells = row.cells.into_iter();
        let cells = cells.map(|(exercise, report, agreement, tries)| {
            let words = with_tries(words_of(report, agreement), tries);
            let title = format!("{}: {words}", exercise.label());
            view! {
                <td class="class-mark" data-mark=key(agreement) title=title>
                    <span aria-hidden="true">{sign(report, agreement)}</span>
                    <span class="visually-hidden">{words}</span>
                </td>
            }
        });
        Some(view! {
            <th scope="row" title=row.file>
                {row.name} {row.is_older.then(|| view! { <span class="class-older">"older"</span> })}
            </th>
            <td>{format!("{} of {}", standing.passed, standing.exercises)}</td>
            <td>{format!("{} of {}", standing.done(), standing.all())}</td>
            <td>{row.all_tries}</td>
            <td>{row.saved}</td>
            <td>{row.version}</td>
            {cells.collect_view()}
        })
    };
    view! { <tr data-testid="class-row">{row}</tr> }
}

fn sign(report: Report, agreement: Agreement) -> &'static str {
    match (agreement, report) {
        (Agreement::Unchecked, Report::Untouched) => "",
        (Agreement::Unchecked, Report::Passed) => "✓",
        (Agreement::Unchecked, Report::PassedOther) => "(✓)",
        (Agreement::Unchecked, Report::Begun) => "◐",
        (Agreement::Confirmed, _) => "✓✓",
        (Agreement::Refuted, _) => "✕",
        (Agreement::Unclaimed, _) => "+",
        (Agreement::StillFails, _) => "–",
    }
}

/// Returns the words of a cell with how often its checks ran in the student's browser.
fn with_tries(words: &str, tries: u32) -> String {
    // The checks of a starter can run without a word written.
    let comma = if words.is_empty() { "" } else { ", " };
    match tries {
        0 => words.to_owned(),
        1 => format!("{words}{comma}1 try"),
        _ => format!("{words}{comma}{tries} tries"),
    }
}

/// Returns the name of how report and checks compare, for tests and style sheets.
fn key(agreement: Agreement) -> &'static str {
    match agreement {
        Agreement::Unchecked => "unchecked",
        Agreement::Confirmed => "confirmed",
        Agreement::Refuted => "refuted",
        Agreement::Unclaimed => "unclaimed",
        Agreement::StillFails => "still-fails",
    }
}
