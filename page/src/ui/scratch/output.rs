//! What came of running a cell: how it went, what it printed, drew and wrote.

use leptos::html;
use leptos::prelude::*;

use super::program::ScratchCell;
use super::state::use_scratch;
use crate::ui::cells::{CellState, ScreenView, Trouble, key, verdict};
use crate::view::scratch::shown::took;

/// Pixels from the end of the printed text within which the reader follows it.
const NEAR_END_PX: i32 = 24;

/// Shows everything that came of the newest run.
#[component]
pub fn Outcome(
    /// The cell.
    cell: ScratchCell,
) -> impl IntoView {
    let scratch = use_scratch();
    let waits = Memo::new(move |_| scratch.queue.with(|queue| queue.contains(&cell.id)));
    let state = Memo::new(move |_| cell.state.get());
    let said = move || match state.get() {
        CellState::Fresh if waits.get() => "Waits for the cells above it".to_owned(),
        CellState::Passed => format!("Ran in {}", took(cell.secs.get_untracked())),
        state => verdict(&state),
    };
    // Beside the sentence, so that a screen reader does not count along.
    let clock = move || {
        let is_running = state.with(|state| *state == CellState::Running);
        let secs = cell.secs.get();
        (is_running && secs >= 1.0).then(|| took(secs.floor()))
    };
    view! {
        <div class="cell-output scratch-result" data-testid="scratch-result" data-state=move || state.with(key)>
            <div class="verdict-line">
                <p class="verdict" aria-live="polite" data-testid="scratch-state">{said}</p>
                <span class="hint" aria-hidden="true">{clock}</span>
            </div>
            <Printed cell />
            {move || match state.get() {
                CellState::Failed(failure) => view! { <Trouble failure /> }.into_any(),
                _ => ().into_any(),
            }}
            <ScreenView shown=cell.shown />
        </div>
    }
}

/// Shows what the program printed. The end stays in sight as long as the reader has not scrolled
/// away from it.
#[component]
fn Printed(
    /// The cell.
    cell: ScratchCell,
) -> impl IntoView {
    let node = NodeRef::<html::Pre>::new();
    let follows = StoredValue::new(true);
    let has_printed = Memo::new(move |_| cell.printed.with(|printed| !printed.text().is_empty()));
    Effect::new(move || {
        cell.printed.track();
        if let (Some(node), true) = (node.get(), follows.get_value()) {
            node.set_scroll_top(node.scroll_height());
        }
    });
    let scrolled = move |event: web_sys::Event| {
        let node: web_sys::Element = event_target(&event);
        let left = node.scroll_height() - node.client_height() - node.scroll_top();
        follows.set_value(left < NEAR_END_PX);
    };
    view! {
        <Show when=move || has_printed.get()>
            <pre
                node_ref=node
                class="printed"
                tabindex="0"
                data-testid="scratch-output"
                aria-label=move || format!("What {} printed", cell.file.get())
                on:scroll=scrolled
            >
                {move || cell.printed.with(|printed| printed.text().to_owned())}
            </pre>
        </Show>
    }
}
