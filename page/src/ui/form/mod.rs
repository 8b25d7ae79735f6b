//! The form of hyperparameters, generated from their table. Typed text stays as it was typed, valid
//! or not.

mod about;
mod change;
mod field;
mod groups;
mod plan;
mod reveal;

use leptos::either::Either;
use leptos::prelude::*;

use self::about::FocusedHelp;
use self::field::FieldRow;
use self::groups::Groups;
use self::plan::Plan;
pub use self::reveal::reveal;
use super::lab::{Lab, use_lab};
use crate::ui::browser::focus;
use crate::view::format::plural;
use crate::view::settings::is_found;
use policy_lab::config::draft::Draft;
use policy_lab::config::fields::Field;

/// Id of the search field.
const SEARCH: &str = "find-setting";
/// Id of the heading.
const TITLE: &str = "settings-title";

/// Shows all settings of the next run. The few of every day come first, then the changed ones, then
/// the others in folded groups.
#[component]
pub fn SettingsForm() -> impl IntoView {
    let query = RwSignal::new(String::new());
    let is_search = Memo::new(move |_| query.with(|query| !query.trim().is_empty()));
    let open_groups = RwSignal::new(Vec::new());
    let focused = RwSignal::new(None);
    let note_focus = move |_| focused.set(Field::find(&focus::holder()).map(|field| field.key));
    view! {
        <section
            class="settings"
            aria-labelledby=TITLE
            tabindex="0"
            on:focusin=note_focus
            on:focusout=move |_| focused.set(None)
        >
            <header>
                <h2 id=TITLE tabindex="-1">"Hyperparameters"</h2>
                <Plan />
                <NextRun />
                <input
                    id=SEARCH
                    type="search"
                    aria-label="Find a setting"
                    placeholder="Find a setting"
                    autocomplete="off"
                    spellcheck="false"
                    prop:value=query
                    on:input=move |event| query.set(event_target_value(&event))
                />
            </header>
            {move || match is_search.get() {
                true => Either::Left(view! { <Found query /> }),
                false => Either::Right(view! { <Groups open=open_groups /> }),
            }}
            <FocusedHelp focused />
        </section>
    }
}

/// Shows the rows of a few settings. Those that do not exist or that the algorithm does not use are
/// left out.
#[component]
pub fn ShortForm(
    /// Names of the settings, in the order of their rows.
    fields: Vec<&'static str>,
) -> impl IntoView {
    let lab = use_lab();
    let keys = Memo::new(move |_| {
        let mut keys = fields.clone();
        lab.settings
            .draft
            .with(|draft| keys.retain(|key| draft.fields().any(|field| field.key == *key)));
        keys
    });
    view! {
        <div class="fields" role="group" aria-label="Settings" hidden=move || keys.with(Vec::is_empty)>
            <Rows keys />
        </div>
    }
}

/// Shows the settings that a search finds.
#[component]
fn Found(
    /// The searched text.
    query: RwSignal<String>,
) -> impl IntoView {
    let lab = use_lab();
    let keys = keys_where(lab, move |_, field| {
        query.with(|query| is_found(field, query))
    });
    let amount = move || match keys.with(Vec::len) {
        0 => {
            let algorithm = lab.settings.draft.with(Draft::algorithm).label();
            let query = query.get();
            format!(
                "No setting of {algorithm} matches “{}”. You can search for a name (learning_rate, or lr as in the course), for a word of its explanation (discount), or for a group (Optimiser).",
                query.trim()
            )
        }
        amount => plural(amount, "setting"),
    };
    view! {
        <div class="fields">
            <p class="found" aria-live="polite">{amount}</p>
            <Rows keys />
        </div>
    }
}

/// Shows the rows of settings.
#[component]
fn Rows(
    /// Names of the settings.
    keys: Memo<Vec<&'static str>>,
) -> impl IntoView {
    let row = |key: &'static str| Field::find(key).map(|field| view! { <FieldRow field /> });
    view! { <For each=move || keys.get() key=|key| *key children=row /> }
}

/// Returns the names of the algorithm's settings for which `is_wanted` returns true.
fn keys_where(
    lab: Lab,
    is_wanted: impl Fn(&Draft, &Field) -> bool + Send + Sync + 'static,
) -> Memo<Vec<&'static str>> {
    Memo::new(move |_| {
        lab.settings.draft.with(|draft| {
            let wanted = draft.fields().filter(|field| is_wanted(draft, field));
            wanted.map(|field| field.key).collect()
        })
    })
}

/// Says that changes do not affect the current run.
#[component]
fn NextRun() -> impl IntoView {
    let lab = use_lab();
    let differs = Memo::new(move |_| lab.is_busy() && differs_from_run(lab));
    view! {
        <p class="next-run" aria-live="polite">
            {move || differs.get().then_some("Applies to the next run; this one goes on with its own settings")}
        </p>
    }
}

fn differs_from_run(lab: Lab) -> bool {
    match (lab.run.config(), lab.settings.config.get()) {
        (Some(own), Ok(config)) => own != config,
        (Some(_), Err(_)) => true,
        (None, _) => false,
    }
}
