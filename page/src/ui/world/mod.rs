//! A world of the reader's own: a class with Gymnasium's `reset` and `step` is written here,
//! checked in Python, and becomes an environment like any other.

mod actions;
mod check;
mod files;
mod link_line;
mod programs;
mod result;
mod rewards;
mod share;
mod state;

use leptos::prelude::*;

use self::actions::{InNotebook, Ready};
use self::files::{open_chosen, open_dropped};
pub use self::link_line::WorldLink;
pub use self::programs::make_known;
use self::result::Found;
use self::share::ShareClass;
pub use self::state::{WorldState, use_world};
use super::cells::{CodeField, Edited, EditorFoot, wants_plain};
use crate::ui::drop_view::DropView;
use crate::view::world::STARTERS;

/// Shows the view.
#[component]
pub fn WorldView() -> impl IntoView {
    let world = use_world();
    let is_plain = RwSignal::new(wants_plain());
    let edited = Edited {
        id: Signal::derive(|| ""),
        text: Signal::derive(move || world.kept.with(|kept| kept.text.clone())),
        replaced: world.replaced.into(),
        fault: Signal::derive(move || world.fault()),
        label: Signal::derive(|| "Python: the class of your own world".to_owned()),
        on_change: Callback::new(move |(_, text)| world.edit(text)),
        on_run: Callback::new(move |()| world.check()),
    };
    view! {
        <DropView
            class="view view-world"
            title="world-title"
            told="Drop a .py file to open its class"
            take=move |event| open_dropped(world, event)
        >
            <header class="world-head">
                <h1 id="world-title">"Your own world"</h1>
                <p>
                    "Write an environment as a class with Gymnasium’s "<code>"reset"</code>" and "<code>"step"</code>
                    ", or paste one that you have. The check turns it into a program that trains as fast as the environments of \
                     this page, and says in one sentence what stands in the way"
                </p>
            </header>
            <Bar />
            <Said />
            <div class="world-panes">
                <div class="world-code">
                    <CodeField edited is_plain=is_plain.into() test_id="world-code" />
                    <EditorFoot is_plain />
                </div>
                <div class="world-side">
                    <Found />
                    <Ready />
                    <InNotebook />
                </div>
            </div>
        </DropView>
    }
}

/// Shows the buttons above the editor.
#[component]
fn Bar() -> impl IntoView {
    let world = use_world();
    let is_busy = Memo::new(move |_| world.is_busy());
    let starter = |place: usize| {
        let name = STARTERS[place].name;
        view! { <button class="link" on:click=move |_| world.start_with(place)>{name}</button> }
    };
    view! {
        <div class="world-bar" role="group" aria-label="Your class">
            <button
                class="primary"
                data-testid="check-world"
                disabled=move || is_busy.get()
                on:click=move |_| world.check()
            >
                "Check this world"
            </button>
            <Show when=move || is_busy.get()>
                <button data-testid="stop-world" on:click=move |_| world.stop()>"Stop"</button>
            </Show>
            <label class="file-choice">
                <span>"Open a file…"</span>
                <input
                    type="file"
                    accept=".py,text/x-python"
                    data-testid="open-world"
                    on:change=move |event| open_chosen(world, &event)
                />
            </label>
            <ShareClass />
            <p class="world-starters">
                "Begin with " {starter(0)} " or " {starter(1)}
            </p>
        </div>
    }
}

/// Shows what became of a file, a link or a starter, and the way back to what was there before.
#[component]
fn Said() -> impl IntoView {
    let world = use_world();
    let has_before = Memo::new(move |_| world.kept.with(|kept| kept.before.is_some()));
    let said = move || {
        world.said.get().map(|(is_problem, text)| {
            view! { <p class="hint" class:problem=is_problem>{text}</p> }
        })
    };
    view! {
        <div class="world-notices" aria-live="polite" data-testid="world-notices">
            {move || world.unkept.get().map(|text| view! { <p class="hint problem">{text}</p> })}
            {said}
            <Show when=move || has_before.get()>
                <p class="hint">
                    "Your earlier class is kept. "
                    <button class="link" data-testid="world-back" on:click=move |_| world.put_back()>"Put it back"</button>
                </p>
            </Show>
        </div>
    }
}
