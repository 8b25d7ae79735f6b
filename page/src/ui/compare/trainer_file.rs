//! The run as a file, for a machine of the reader's own.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::state::{Compare, use_compare};
use crate::course::EXERCISES;
use crate::ui::browser::files;
use crate::ui::cells::{Workbench, export, use_workbench};
use crate::ui::code_type::prose;
use crate::view::take_away::{self, OwnAnswer, OwnFunctions, Provided};
use policy_lab::config::{Algorithm, TrainConfig};
use policy_lab::python::part::Part;

/// Writes a file of settings and functions.
type Writer = fn(&TrainConfig, &OwnFunctions, &Provided) -> Option<String>;

/// What a file is made of.
#[derive(Clone, PartialEq)]
struct Source {
    /// Whose settings they are.
    whose: &'static str,
    config: TrainConfig,
    own: OwnFunctions,
    /// Those of the functions that RLlib takes.
    own_environment: OwnFunctions,
}

/// Shows the buttons that save the run as a Python file, as a notebook, and for RLlib.
#[component]
pub fn TrainerFile() -> impl IntoView {
    let (compare, bench) = (use_compare(), use_workbench());
    let of = Memo::new(move |_| source(compare, bench));
    let save = move |name: String, write: Writer, for_rllib: bool| {
        let Some(source) = of.get_untracked() else {
            return;
        };
        spawn_local(async move {
            let own = match for_rllib {
                true => &source.own_environment,
                false => &source.own,
            };
            match export::provided().await {
                Some(provided) => {
                    let text = write(&source.config, own, &provided);
                    let is_saved = text.is_some_and(|text| files::save(&name, text.as_bytes()));
                    compare.tell_saved(is_saved);
                }
                None => compare.said.set(Some(
                    "The file could not be made: what it is made of did not come from the page’s folder. Check the connection \
                     and try again"
                        .to_owned(),
                )),
            }
        });
    };
    let named = move |name: fn(&TrainConfig) -> String| {
        of.with_untracked(|it| it.as_ref().map(|it| name(&it.config)))
            .unwrap_or_default()
    };
    let is_missing = move || of.with(Option::is_none);
    let is_ppo = Memo::new(move |_| {
        of.with(|it| (it.as_ref()).is_some_and(|it| it.config.algorithm == Algorithm::Ppo))
    });
    view! {
        <div class="compare-row" role="group" aria-label="Training elsewhere">
            <button
                class="quiet"
                data-testid="save-trainer"
                disabled=is_missing
                on:click=move |_| save(named(take_away::file_name), take_away::python, false)
            >
                "Save as a Python file"
            </button>
            <button
                class="quiet"
                data-testid="save-trainer-notebook"
                disabled=is_missing
                on:click=move |_| save(named(take_away::notebook_name), take_away::notebook, false)
            >
                "Save as a notebook"
            </button>
            <Show when=move || is_ppo.get()>
                <button
                    class="quiet"
                    data-testid="save-rllib"
                    title="The same settings for RLlib’s PPO, which trains on several machines"
                    on:click=move |_| save(take_away::RLLIB_NAME.to_owned(), take_away::rllib, true)
                >
                    "Save for RLlib"
                </button>
            </Show>
            <span class="hint" data-testid="trainer-hint">
                {move || {
                    let unusable = || "the form has settings that cannot be used yet".to_owned();
                    prose(&of.with(|source| source.as_ref().map_or_else(unusable, about)))
                }}
            </span>
        </div>
    }
}

/// Describes what the files hold.
fn about(source: &Source) -> String {
    let (algorithm, whose) = (source.config.algorithm.label(), source.whose);
    let own = take_away::named(&source.own);
    let rllib = match source.config.algorithm {
        Algorithm::Ppo => take_away::named_for_rllib(&source.own, &source.own_environment),
        Algorithm::Reinforce | Algorithm::Vpg => String::new(),
    };
    format!("{algorithm} in PyTorch and Gymnasium, with the settings of {whose}{own}{rllib}")
}

/// Returns the settings and functions of the run, or before there is one the settings of the form.
fn source(compare: Compare, bench: Workbench) -> Option<Source> {
    let lab = compare.lab;
    let (whose, config, parts) = match lab.run.config() {
        Some(config) => {
            let is_own = lab.reader_run.is_shown.get();
            let parts = lab.reader_run.parts.get();
            ("the run", config, if is_own { parts } else { Vec::new() })
        }
        None => ("the form", lab.settings.config.get().ok()?, Vec::new()),
    };
    let answers = match parts.is_empty() {
        true => Vec::new(),
        false => answers(bench, &parts),
    };
    let functions: Vec<&str> = parts.iter().map(|part| part.name()).collect();
    Some(Source {
        whose,
        config,
        own: OwnFunctions::of(&functions, &answers),
        own_environment: OwnFunctions::of_environment(&functions, &answers),
    })
}

/// Returns the reader's answers that a run with these parts may call.
fn answers(bench: Workbench, parts: &[Part]) -> Vec<OwnAnswer> {
    // A mended bug is the same function as that of the exercise before it.
    let own = EXERCISES.iter().filter(|it| it.bug_in.is_none());
    let answers = own.filter_map(|exercise| {
        let has_passed = bench.passed.with(|passed| passed.contains(exercise.id));
        let plays = exercise.parts.iter().any(|part| parts.contains(part));
        (has_passed || plays).then(|| OwnAnswer {
            id: exercise.id,
            title: exercise.title(),
            names: exercise.names,
            functions: exercise.parts.iter().map(|part| part.name()).collect(),
            text: bench.text(exercise),
            has_passed,
        })
    });
    answers.collect()
}
