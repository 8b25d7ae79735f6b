//! The scratchpad: any program of PyTorch, pasted or dropped, in cells that run one by one or all
//! in a row.

mod cell;
mod drop;
mod folder;
mod output;
mod program;
mod runner;
mod state;

use leptos::prelude::*;

use self::cell::CellView;
use self::drop::{open_chosen, open_dropped, open_folder};
pub use self::program::ScratchCell;
pub use self::state::{ScratchState, use_scratch};
use super::cells::{EditorFoot, wants_plain};
use crate::ui::browser::files;
use crate::ui::drop_view::DropView;
use crate::view::scratch::saved;

/// Shows the view.
#[component]
pub fn Scratchpad() -> impl IntoView {
    let scratch = use_scratch();
    let is_plain = RwSignal::new(wants_plain());
    Effect::new(move || scratch.show_files());
    view! {
        <DropView
            class="view view-scratch"
            title="scratch-title"
            told="Drop files, a folder or a .zip to open them"
            take=move |event| open_dropped(scratch, event)
        >
            <header class="scratch-head">
                <h1 id="scratch-title">"Notebook"</h1>
                <p>
                    "Paste or drop a PyTorch script, a notebook or a folder, and run it here: torch, numpy, gymnasium and \
                     matplotlib are at hand, on the CPU of this tab. What a tab cannot do, such as Atari, MuJoCo, downloads \
                     and other processes, says so when a program asks for it"
                </p>
            </header>
            <Bar />
            <Notices />
            <div id=folder::PLACE class="scratch-files" data-testid="scratch-files"></div>
            <div class="scratch-cells">
                <For each=move || scratch.cells.get() key=|cell| cell.id let:cell>
                    <CellView cell is_plain=is_plain.into() />
                </For>
            </div>
            <Show when=move || scratch.cells.with(Vec::is_empty)>
                <p class="scratch-empty">
                    "There is no cell. Drop a file here, "
                    <button class="link" on:click=move |_| scratch.add_empty()>"add an empty cell"</button> " or "
                    <button class="link" on:click=move |_| scratch.add_example()>"put the example back"</button>
                </p>
            </Show>
            <EditorFoot is_plain />
        </DropView>
    }
}

/// Shows the buttons for all cells, and which cell was deleted: they stay in sight.
#[component]
fn Bar() -> impl IntoView {
    let scratch = use_scratch();
    let has_none = move || scratch.cells.with(Vec::is_empty);
    let python = move |_| {
        let (name, text) = saved::python(&scratch.texts());
        files::save(&name, text.as_bytes());
    };
    let notebook = move |_| {
        let cells = scratch.texts();
        files::save(
            &saved::notebook_name(&cells),
            saved::notebook(&cells).as_bytes(),
        );
    };
    let deleted = move || {
        scratch.deleted.get().map(|(_, text)| {
            view! {
                {format!("{} is deleted. ", text.file)}
                <button class="link" data-testid="undelete-scratch" on:click=move |_| scratch.undelete()>"Put it back"</button>
            }
        })
    };
    view! {
        <div class="scratch-bar" class:busy=move || scratch.is_busy() role="group" aria-label="All cells">
            <button
                data-testid="run-all-scratch"
                disabled=move || scratch.is_busy() || has_none()
                on:click=move |_| scratch.run_all()
            >
                "Run all"
            </button>
            <button
                data-testid="stop-scratch"
                title="Ends Python at once and starts it again. Your texts stay"
                disabled=move || !scratch.is_busy() && !scratch.has_names.get()
                on:click=move |_| scratch.stop()
            >
                {move || if scratch.is_busy() || !scratch.has_names.get() { "Stop" } else { "Restart Python" }}
            </button>
            <button data-testid="add-scratch" on:click=move |_| scratch.add_empty()>"Add a cell"</button>
            <label class="file-choice">
                <span>"Open a file…"</span>
                <input
                    type="file"
                    multiple
                    data-testid="open-scratch"
                    on:change=move |event| open_chosen(scratch, &event)
                />
            </label>
            <label class="file-choice">
                <span>"Open a folder…"</span>
                <input
                    type="file"
                    prop:webkitdirectory=true
                    data-testid="open-folder"
                    on:change=move |event| open_folder(scratch, &event)
                />
            </label>
            <p class="deleted" aria-live="polite">{deleted}</p>
            <p class="export">
                "Save all as "
                <button class="link" data-testid="save-scratch-py" disabled=has_none on:click=python>".py"</button>
                " or "
                <button class="link" data-testid="save-scratch-ipynb" disabled=has_none on:click=notebook>".ipynb"</button>
            </p>
        </div>
    }
}

/// Shows what concerns all cells: what became of files, names that are gone.
#[component]
fn Notices() -> impl IntoView {
    let scratch = use_scratch();
    let said = move || {
        let said = scratch.said.get().into_iter();
        said.map(|(is_problem, text)| view! { <p class="hint" class:problem=is_problem>{text}</p> })
            .collect_view()
    };
    view! {
        <div class="scratch-notices" aria-live="polite" data-testid="scratch-notices">
            {move || scratch.unkept.get().map(|text| view! { <p class="hint problem">{text}</p> })}
            <Show when=move || scratch.is_forgetful.get()>
                <p class="hint">
                    "Python has started again: what your cells had defined and written is gone. Run the cells again \
                     that others need"
                </p>
            </Show>
            {said}
        </div>
    }
}
