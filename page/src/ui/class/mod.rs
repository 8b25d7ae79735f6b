//! The hand-ins of a class, side by side: an instructor drops the files, and their checks run again
//! in this tab.

mod again;
mod files;
mod side_by_side;
mod state;
mod table;

use leptos::prelude::*;

use self::again::CheckAgain;
use self::files::{take_chosen, take_dropped};
use self::side_by_side::SideBySide;
pub use self::state::{ClassState, use_class};
use self::table::HandInTable;
use super::course::WithTexts;
use crate::marking::{csv, json};
use crate::ui::browser::files as browser_files;
use crate::ui::drop_view::DropView;

/// Shows the view.
#[component]
pub fn ClassView() -> impl IntoView {
    view! { <WithTexts show=|| view! { <ReadyClass /> }.into_any() /> }
}

#[component]
fn ReadyClass() -> impl IntoView {
    let class = use_class();
    let has_rows = Memo::new(move |_| class.table.with(|table| !table.rows().is_empty()));
    view! {
        <DropView
            class="view view-class"
            title="class-title"
            told="Drop hand-ins to add them to the table"
            take=move |event| take_dropped(class, event)
        >
            <header class="class-head">
                <h1 id="class-title">"Class"</h1>
                <p>
                    "Drop the hand-ins of your students here. They stay in this tab: nothing is sent, and reloading the page forgets \
                     them. "<a href="?lesson=instructors">"How a class uses this page"</a>
                </p>
            </header>
            <div class="class-bar" role="group" aria-label="Hand-ins">
                <label class="file-choice">
                    <span>"Choose hand-ins…"</span>
                    <input
                        type="file"
                        multiple
                        accept=".json,application/json"
                        data-testid="class-files"
                        on:change=move |event| take_chosen(class, &event)
                    />
                </label>
                <Show when=move || has_rows.get()>
                    <TableActions />
                </Show>
            </div>
            <FilesNews />
            <Show
                when=move || has_rows.get()
                fallback=|| {
                    view! {
                        <p class="empty-figure class-empty">
                            "No hand-ins yet. A student saves one under “Your work”, in the menu, and passes the file on to you"
                        </p>
                    }
                }
            >
                <CheckAgain />
                <HandInTable />
                <SideBySide />
            </Show>
        </DropView>
    }
}

/// Shows the buttons that save the table and empty it.
#[component]
fn TableActions() -> impl IntoView {
    let class = use_class();
    let save = move |name: &str, text: String| {
        if !browser_files::save(name, text.as_bytes()) {
            class.tell(
                "The browser did not take the file. Allow downloads for this page and try again",
            );
        }
    };
    let empty = move |_| {
        let question =
            "Take all hand-ins out of the table? The files themselves stay where they are";
        if window().confirm_with_message(question).unwrap_or(false) {
            class.empty();
        }
    };
    view! {
        <span class="hint">"Save the table as"</span>
        <button
            class="quiet"
            data-testid="class-csv"
            on:click=move |_| save("policy-lab-class.csv", class.table.with_untracked(csv))
        >
            "CSV"
        </button>
        <button
            class="quiet"
            data-testid="class-json"
            on:click=move |_| save("policy-lab-class.json", class.table.with_untracked(json))
        >
            "JSON"
        </button>
        <button class="link" data-testid="class-empty" on:click=empty>"Empty the table…"</button>
    }
}

/// Shows what became of the files that were dropped last: those left out first, a sentence each.
#[component]
fn FilesNews() -> impl IntoView {
    let class = use_class();
    let of = move |is_refused: bool| {
        let said = class.said.get().into_iter();
        let said = said.filter(|news| news.is_refused == is_refused);
        said.map(|news| view! { <li>{news.text}</li> })
            .collect::<Vec<_>>()
    };
    let refused = move || {
        let refused = of(true);
        (!refused.is_empty()).then(|| view! { <ul class="notice failure">{refused}</ul> })
    };
    let taken = move || {
        let taken = of(false);
        (!taken.is_empty()).then(|| {
            let title = format!("Taken into the table: {}", taken.len());
            view! {
                <details>
                    <summary>{title}</summary>
                    <ul>{taken}</ul>
                </details>
            }
        })
    };
    let reading = move || {
        let left = class.reading.get();
        (left > 0).then(|| view! { <p class="hint">{format!("Reading: {left} to go")}</p> })
    };
    view! {
        <div class="class-news" aria-live="polite" data-testid="class-news">
            {reading} {refused} {taken}
        </div>
    }
}
