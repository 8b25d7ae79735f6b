//! What came of running a cell: how it went, what it printed, drew and wrote.

use leptos::html;
use leptos::prelude::*;

use super::pose::PoseView;
use super::program::{MOST_FIGURES, ScratchCell};
use super::state::use_scratch;
use crate::ui::browser::files;
use crate::ui::cells::{CellState, Trouble, key, verdict};
use crate::view::scratch::shown::{base_name, picture_address, size, took};
use policy_lab::python::protocol::WrittenFile;

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
            <PoseView pose=cell.pose.into() />
            <Figures cell />
            <Files cell />
        </div>
    }
}

/// Shows what the program printed. The end stays in sight as long as the reader has not scrolled away from it.
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

/// Shows the figures, each with a link that saves it.
#[component]
fn Figures(
    /// The cell.
    cell: ScratchCell,
) -> impl IntoView {
    let dropped = move || {
        let first = cell
            .figures
            .with(|figures| figures.first().map(|(number, _)| *number));
        first.filter(|first| *first > 1)
    };
    let figure = move |(number, svg): (usize, String)| {
        let save = move |_| {
            cell.figures.with_untracked(|figures| {
                if let Some((_, svg)) = figures.iter().find(|(it, _)| *it == number) {
                    files::save(&format!("figure-{number}.svg"), svg.as_bytes());
                }
            });
        };
        view! {
            <figure class="scratch-figure">
                <img src=picture_address(&svg) alt=format!("Figure {number}") />
                <figcaption>
                    {format!("Figure {number} · ")}
                    <button class="link" aria-label=format!("Save figure {number} as .svg") on:click=save>"Save as .svg"</button>
                </figcaption>
            </figure>
        }
    };
    view! {
        {move || {
            dropped()
                .map(|first| {
                    view! {
                        <p class="hint">
                            {format!(
                                "Figures 1 to {} have made room: the newest {MOST_FIGURES} are shown. plt.savefig keeps any as a file",
                                first - 1,
                            )}
                        </p>
                    }
                })
        }}
        {move || cell.figures.get().into_iter().map(figure).collect_view()}
    }
}

/// Lists the files that the program has written.
#[component]
fn Files(
    /// The cell.
    cell: ScratchCell,
) -> impl IntoView {
    let row = |file: WrittenFile| {
        let said = size(file.bytes.len());
        let path = file.path.clone();
        let label = format!("Download {path}");
        let save = move |_| {
            files::save(base_name(&file.path), &file.bytes);
        };
        view! {
            <li>
                <code>{path}</code>
                <span>{said}</span>
                <button class="link" aria-label=label on:click=save>"Download"</button>
            </li>
        }
    };
    view! {
        <Show when=move || cell.written.with(|files| !files.is_empty())>
            <ul class="scratch-files" aria-label="Files written" data-testid="scratch-files">
                {move || cell.written.get().into_iter().map(row).collect_view()}
            </ul>
        </Show>
    }
}
