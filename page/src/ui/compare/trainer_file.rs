//! The run as a Python file, for a machine of the reader's own.

use leptos::prelude::*;

use super::state::{Compare, use_compare};
use crate::ui::browser::files;
use crate::view::take_away;
use policy_lab::config::TrainConfig;

/// Shows the button that saves the file.
#[component]
pub fn TrainerFile() -> impl IntoView {
    let compare = use_compare();
    let of = Memo::new(move |_| settings(compare));
    let save = move |_| {
        if let Some((_, config)) = of.get_untracked() {
            let text = take_away::python(&config);
            let name = take_away::file_name(&config);
            compare.tell_saved(files::save(&name, text.as_bytes()));
        }
    };
    view! {
        <div class="compare-row" role="group" aria-label="Training elsewhere">
            <button class="quiet" data-testid="save-trainer" disabled=move || of.get().is_none() on:click=save>
                "Save as a Python file"
            </button>
            <span class="hint">
                {move || match of.get() {
                    Some((whose, config)) => {
                        let algorithm = config.algorithm.label();
                        format!("{algorithm} in PyTorch and Gymnasium, with the settings of {whose}")
                    }
                    None => "the form has settings that cannot be used yet".to_owned(),
                }}
            </span>
        </div>
    }
}

/// Returns the settings of the run, or before there is one those of the form, and whose they are.
fn settings(compare: Compare) -> Option<(&'static str, TrainConfig)> {
    let run = compare.lab.run.history.with(|history| {
        let info = history.run.info.as_ref()?;
        Some(info.config.clone())
    });
    match run {
        Some(config) => Some(("the run", config)),
        None => Some(("the form", compare.lab.settings.config.get().ok()?)),
    }
}
