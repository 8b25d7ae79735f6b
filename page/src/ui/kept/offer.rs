//! What the page says of stored runs: the last one, which can go on, and what could not be stored.

use leptos::prelude::*;

use super::state::{RunStore, use_run_store};
use crate::ui::browser::focus;
use crate::ui::lab::use_lab;

/// Shows the last run of an earlier visit, with buttons to go on with it, to keep its curve and to
/// forget it.
#[component]
pub fn LastRunOffer() -> impl IntoView {
    let (store, lab) = (use_run_store(), use_lab());
    let offered = Memo::new(move |_| {
        if !store.is_offering() {
            return None;
        }
        store.last.with(|last| {
            let last = last.as_ref()?;
            let from = last.checkpoint.as_ref().map(|it| it.iteration);
            Some((last.sentence(), from, last.is_kept))
        })
    });
    // The offer disappears, and the run that begins, or may, is what the reader needs next.
    let end = move |act: fn(RunStore)| {
        act(store);
        focus::on("train-button");
    };
    move || {
        offered.get().map(|(sentence, from, is_kept)| {
            view! {
                <div class="notice last-run" role="group" aria-label="Your last run" data-testid="last-run">
                    <p>{sentence}</p>
                    <p>
                        {from
                            .map(|iteration| {
                                view! {
                                    <button on:click=move |_| end(RunStore::go_on) disabled=move || !lab.has_device()>
                                        {format!("Go on from iteration {iteration}")}
                                    </button>
                                    " "
                                }
                            })}
                        {(!is_kept)
                            .then(|| {
                                view! {
                                    <button class="link" on:click=move |_| store.keep_curve()>
                                        "Keep its curve"
                                    </button>
                                    " "
                                }
                            })}
                        <button class="link" on:click=move |_| end(RunStore::forget)>
                            "Forget it"
                        </button>
                    </p>
                </div>
            }
        })
    }
}

/// Shows what could not be stored of the kept runs, or read.
#[component]
pub fn StoreNotice() -> impl IntoView {
    let store = use_run_store();
    move || {
        let trouble = store.trouble.get();
        trouble.map(
            |text| view! { <p class="notice" role="status" data-testid="not-stored">{text}</p> },
        )
    }
}
