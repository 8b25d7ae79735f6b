//! A cell of the scratchpad: its command line, its editor, and what came of it.

use leptos::html;
use leptos::prelude::*;
use web_sys::HtmlInputElement;

use super::output::Outcome;
use super::program::ScratchCell;
use super::state::use_scratch;
use crate::ui::cells::{CellState, CodeField, Edited, key};
use crate::ui::doctor::Doctor;

/// Shows a cell.
#[component]
pub fn CellView(
    /// The cell.
    cell: ScratchCell,
    /// True if the reader prefers a plain text field.
    is_plain: Signal<bool>,
) -> impl IntoView {
    let scratch = use_scratch();
    let node = NodeRef::<html::Article>::new();
    Effect::new(move || {
        let Some(node) = node.get() else { return };
        if scratch.newest.get() == Some(cell.id) {
            scratch.newest.set(None);
            node.scroll_into_view();
        }
    });
    let edited = Edited {
        id: Signal::derive(|| ""),
        text: cell.text.into(),
        replaced: cell.replaced.into(),
        fault: Signal::derive(move || {
            let of_run = cell.state.with(|state| state.line().unwrap_or(0));
            if of_run > 0 {
                of_run
            } else {
                scratch.doctor.line_in(cell)
            }
        }),
        label: Signal::derive(move || format!("Python: {}", cell.file.get())),
        on_change: Callback::new(move |(_, text)| scratch.edit(cell, text)),
        on_run: Callback::new(move |()| scratch.run(cell)),
    };
    let has_run = move || cell.state.with(|state| *state != CellState::Fresh);
    let has_result = move || has_run() || scratch.doctor.is_about(cell);
    view! {
        <article
            node_ref=node
            class="scratch-cell"
            class:ran=has_result
            aria-label=move || cell.file.get()
            data-testid="scratch-cell"
            data-state=move || cell.state.with(key)
        >
            <CommandLine cell />
            <div class="scratch-code">
                <CodeField edited is_plain test_id="scratch-code" />
            </div>
            <Outcome cell />
            <Doctor cell />
        </article>
    }
}

/// Shows the buttons of a cell and the line that would run it in a shell.
#[component]
fn CommandLine(
    /// The cell.
    cell: ScratchCell,
) -> impl IntoView {
    let scratch = use_scratch();
    let place = Memo::new(move |_| {
        (scratch.cells).with(|cells| (cells.iter().position(|it| it.id == cell.id), cells.len()))
    });
    let is_first = move || place.get().0 == Some(0);
    let is_last = move || matches!(place.get(), (Some(at), count) if at + 1 == count);
    let rename = move |event: web_sys::Event| {
        let field = event_target::<HtmlInputElement>(&event);
        scratch.rename(cell, &field.value());
        // What was typed may not be the name that the file has got.
        field.set_value(&cell.file.get_untracked());
    };
    let called = move |what: &str| format!("{what} {}", cell.file.get());
    view! {
        <div class="scratch-line">
            <button
                class="primary"
                data-testid="run-scratch"
                aria-label=move || called("Run")
                disabled=move || scratch.is_busy()
                on:click=move |_| scratch.run(cell)
            >
                "Run"
            </button>
            <span class="scratch-command">
                <code aria-hidden="true">"python"</code>
                <input
                    class="scratch-file"
                    type="text"
                    aria-label="Name of the file"
                    spellcheck="false"
                    autocapitalize="off"
                    data-testid="scratch-file"
                    prop:value=cell.file
                    on:change=rename
                />
                <input
                    class="scratch-arguments"
                    type="text"
                    aria-label=move || called("Arguments of")
                    placeholder="arguments"
                    spellcheck="false"
                    autocapitalize="off"
                    data-testid="scratch-arguments"
                    prop:value=cell.arguments
                    on:input=move |event| scratch.set_arguments(cell, event_target_value(&event))
                />
            </span>
            <button
                class="link"
                data-testid="doctor-scratch"
                title="Watches the script while it trains, and says which line keeps it from learning"
                disabled=move || scratch.doctor.is_busy()
                on:click=move |_| scratch.examine(cell)
            >
                "Why does it not learn?"
            </button>
            <span class="scratch-moves">
                <button class="quiet" aria-label=move || called("Move up") title="Move up" disabled=is_first on:click=move |_| scratch.shift(cell, -1)>"↑"</button>
                <button class="quiet" aria-label=move || called("Move down") title="Move down" disabled=is_last on:click=move |_| scratch.shift(cell, 1)>"↓"</button>
                <button class="quiet" data-testid="delete-scratch" aria-label=move || called("Delete") title="Delete" on:click=move |_| scratch.delete(cell)>"×"</button>
            </span>
        </div>
    }
}
