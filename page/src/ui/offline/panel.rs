//! What the page says of being kept, and the buttons for it.

use leptos::prelude::*;

use super::state::use_offline;
use crate::view::offline::{Durability, NewVersion};

/// Shows whether the page works without a network and how long the browser keeps the reader's work.
#[component]
pub fn OfflinePanel() -> impl IntoView {
    let offline = use_offline();
    let offer = Memo::new(move |_| {
        let is_keeping = offline.keeping.with(Option::is_some);
        offline.state.get().offer().filter(|_| !is_keeping)
    });
    let progress = move || {
        let keeping = offline.keeping.get()?;
        let (done, all) = (keeping.done_bytes, keeping.all_bytes);
        Some(view! {
            <p>
                {keeping.sentence()} " " <progress aria-label="Files that are kept" max=all.max(1).to_string() prop:value=done as f64></progress>
            </p>
        })
    };
    let can_ask = move || offline.durability.get() == Durability::BestEffort;
    view! {
        <section class="progress-panel" data-testid="offline-panel" aria-label="Without a network">
            <p role="status">{move || offline.state.get().sentence()}</p>
            {progress}
            {move || offline.failure.get().map(|why| view! { <p class="problem" role="alert">{why.sentence()}</p> })}
            {move || {
                offer
                    .get()
                    .map(|label| {
                        view! {
                            <p>
                                <button class="link" data-testid="keep-all" on:click=move |_| offline.keep_all()>
                                    {label}
                                </button>
                            </p>
                        }
                    })
            }}
            <p>
                {move || offline.version.get().sentence()}
                <Show when=move || offline.version.get() != NewVersion::None && offline.is_put_off.get()>
                    " "
                    <button class="link" on:click=move |_| offline.take_over()>
                        {move || offline.version.get().button()}
                    </button>
                </Show>
            </p>
            <p data-testid="durability">
                {move || offline.durability.get().sentence()}
                <Show when=can_ask>
                    " "
                    <button class="link" on:click=move |_| offline.ask_to_last()>
                        "Ask it to keep it"
                    </button>
                </Show>
                {move || {
                    (can_ask() && offline.is_refused.get())
                        .then_some(" It has refused for now; browsers agree for pages that are installed or often used")
                }}
            </p>
        </section>
    }
}

/// Shows that there is a new version, with a button that gets it and one that puts it off.
#[component]
pub fn NewVersionNotice() -> impl IntoView {
    let offline = use_offline();
    let ends = Memo::new(move |_| offline.under_way().sentence());
    move || {
        let version = offline.version.get();
        let said = version.sentence().filter(|_| !offline.is_put_off.get());
        said.map(|said| {
            view! {
                <section class="notice" aria-label="New version" data-testid="new-version">
                    <p role="status">{said} {move || ends.get().map(|ends| format!(". {ends}"))}</p>
                    <div>
                        <button on:click=move |_| offline.take_over()>{version.button()}</button>
                        " "
                        <button class="quiet" on:click=move |_| offline.is_put_off.set(true)>
                            "Later"
                        </button>
                    </div>
                </section>
            }
        })
    }
}
