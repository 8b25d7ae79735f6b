//! Saves a sweep as a file, and loads one.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::HtmlInputElement;

use super::state::{Sweep, use_sweep};
use crate::ui::browser::files;
use policy_lab::history::sweep::{SweepHistory, csv, write};

/// Shows the buttons that save the sweep, and the choice of a file to load.
#[component]
pub fn SweepFiles() -> impl IntoView {
    let sweep = use_sweep();
    let is_empty = move || sweep.job.history.with(Option::is_none);
    let kept = move || match sweep.is_kept.get() {
        true => "This browser keeps the newest sweep. Save it as",
        false => "This browser does not keep the sweep: it is gone with the page. Save it as",
    };
    let load = move |event: web_sys::Event| {
        let input = event_target::<HtmlInputElement>(&event);
        spawn_local(async move {
            let bytes = files::chosen(&input).await;
            let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
            // What is no text is no file of ours.
            sweep.load(&text.unwrap_or_default());
        });
    };
    view! {
        <div class="sweep-files" role="group" aria-label="Files of sweeps">
            <span class="hint">{kept}</span>
            <button class="quiet" data-testid="sweep-csv" disabled=is_empty on:click=move |_| save(sweep, "policy-lab-sweep.csv", csv)>
                "CSV"
            </button>
            <button class="quiet" data-testid="sweep-json" disabled=is_empty on:click=move |_| save(sweep, "policy-lab-sweep.json", write)>
                "JSON"
            </button>
            <label class="file-choice">
                <span>"Load a sweep…"</span>
                <input type="file" accept=".json,application/json" data-testid="sweep-load" on:change=load />
            </label>
        </div>
    }
}

fn save(sweep: Sweep, name: &str, text: fn(&SweepHistory) -> String) {
    let text = (sweep.job.history).with_untracked(|history| history.as_ref().map(text));
    let is_saved = text.is_some_and(|text| files::save(name, text.as_bytes()));
    sweep.tell_saved(is_saved);
}
