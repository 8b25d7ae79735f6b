//! Files of networks: saving them, describing them, and training on from them.

use std::borrow::Cow;

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::HtmlInputElement;

use super::state::{Compare, USE_SETTINGS, use_compare};
use crate::ui::browser::files;
use policy_lab::config::TrainConfig;
use policy_lab::history::History;
use policy_lab::history::compare::{differences, name_of};
use policy_lab::policy::weights::{self, SavedNetworks};

/// The name under which networks are saved.
pub const NETWORKS_FILE: &str = "policy-lab-networks.safetensors";

/// Shows the button that saves the networks, the choice of a file to load, and what the loaded file
/// contains.
#[component]
pub fn NetworkFiles() -> impl IntoView {
    let compare = use_compare();
    let loaded = RwSignal::new(None::<SavedNetworks>);
    let which = compare.lab.run.memo(|history| Some(savable(history)?.0));
    let load = move |event: web_sys::Event| {
        let input = event_target::<HtmlInputElement>(&event);
        spawn_local(async move {
            let bytes = files::chosen(&input).await;
            match bytes.map(|bytes| weights::read(&bytes)) {
                Some(Ok(networks)) => {
                    compare.said.set(None);
                    loaded.set(Some(networks));
                }
                Some(Err(why)) => refuse(compare, &why),
                None => compare.said.set(Some("The file cannot be read".to_owned())),
            }
        });
    };
    view! {
        <div class="compare-row" role="group" aria-label="Files of networks">
            <button
                class="quiet"
                data-testid="save-networks"
                disabled=move || which.with(Option::is_none)
                on:click=move |_| save(compare)
            >
                "Save the networks"
            </button>
            <span class="hint">
                {move || which.get().unwrap_or_else(|| "there are none before the first iteration".to_owned())}
            </span>
            <label class="file-choice">
                <span>"Load networks…"</span>
                <input type="file" accept=".safetensors" data-testid="load-networks" on:change=load />
            </label>
        </div>
        {move || loaded.get().map(|networks| view! { <Loaded networks /> })}
    }
}

/// Describes the loaded networks, and offers to use their settings or to train on from them.
#[component]
fn Loaded(
    /// The networks that were read from the file.
    networks: SavedNetworks,
) -> impl IntoView {
    let compare = use_compare();
    let widths: Vec<String> = networks.widths().iter().map(usize::to_string).collect();
    let widths = widths.join("-");
    let about = match networks.iteration {
        Some(iteration) => format!("Networks {widths} after {iteration} iterations"),
        None => format!(
            "Networks {widths}, not of this page: choose the activation that they were trained with"
        ),
    };
    let settings = networks.config.clone().map(|config| {
        let own = config.clone();
        let form = compare.lab.settings.config;
        let beside_form = move || form.with(|form| beside_form(&own, form.as_ref().ok()));
        let use_them = move |_| compare.use_settings(&config);
        view! {
            <p class="hint">{beside_form}</p>
            <button class="quiet" data-testid="use-network-settings" on:click=use_them>
                {USE_SETTINGS}
            </button>
        }
    });
    let notices = networks.notices.clone().into_iter();
    let train_on = move |_| {
        let Ok(config) = compare.lab.settings.config.get_untracked() else {
            return;
        };
        match networks.checkpoint(&config) {
            Ok(from) => {
                let seen = match config.norm_obs {
                    true => ". They see observations as they are, and go on so",
                    false => "",
                };
                compare.said.set(Some(format!(
                    "Training on from the networks of the file, with \
                     the settings of the form and a fresh optimiser{seen}"
                )));
                compare.lab.begin(config, Some(from));
            }
            Err(why) => refuse(compare, &why),
        }
    };
    view! {
        <div class="loaded-networks" data-testid="loaded-networks">
            <p>{about}</p>
            {notices.map(|notice| view! { <p class="hint">{notice}</p> }).collect_view()}
            {settings}
            <button
                class="quiet"
                data-testid="train-on"
                disabled=move || !compare.lab.can_start()
                on:click=train_on
            >
                "Train on from it"
            </button>
        </div>
    }
}

/// Describes how the settings of a file differ from those of the form. Without valid settings in
/// the form, says only which settings the file has.
fn beside_form(own: &TrainConfig, form: Option<&TrainConfig>) -> String {
    let Some(form) = form else {
        return "The form has settings that cannot be used yet".to_owned();
    };
    if differences(&[vec![own], vec![form]]).is_empty() {
        return "Trained with the settings of the form".to_owned();
    }
    format!(
        "Trained with other settings than those of the form: {}",
        name_of(own, Some(form))
    )
}

/// Returns the networks that can be saved, those of a run that is over or else those that acted in
/// the newest rollout: when they were so in words, the iterations done by then, and their numbers.
fn savable(history: &History) -> Option<(String, usize, Cow<'_, [f32]>)> {
    if let Some(last_good) = &history.run.last_good {
        let said = format!("as they were after iteration {}", last_good.iteration);
        let config = &history.run.info.as_ref()?.config;
        let parameters = weights::acting(config, last_good);
        return Some((said, last_good.iteration, parameters));
    }
    let frame = history.run.frame.as_ref()?;
    let said = format!("as they acted in iteration {}", frame.iteration);
    // The rollout of an iteration comes before its updates.
    let iteration = frame.iteration.saturating_sub(1);
    Some((said, iteration, Cow::Borrowed(&frame.parameters)))
}

fn save(compare: Compare) {
    let file = compare.lab.run.history.with_untracked(|history| {
        let config = &history.run.info.as_ref()?.config;
        let (_, iteration, parameters) = savable(history)?;
        weights::write(config, iteration, &parameters)
    });
    let is_saved = file.is_some_and(|bytes| files::save(NETWORKS_FILE, &bytes));
    compare.tell_saved(is_saved);
}

fn refuse(compare: Compare, why: &weights::WeightsError) {
    let said = format!("The networks cannot be used: {why}");
    compare.said.set(Some(said));
}
