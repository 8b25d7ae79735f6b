//! The offer to put the settings of a chapter or an exercise into the form, and to give the
//! reader's own back.

use leptos::prelude::*;

use super::super::lab::use_lab;
use crate::view::set_up;
use crate::view::settings::label_of;
use policy_lab::config::draft::Draft;

/// Shows the name of the settings, what they would change or have changed, and a button that puts
/// them into the form or gives the earlier ones back. A run under way goes on with its own.
#[component]
pub fn SetUp(
    /// The settings to put into the form.
    wanted: Draft,
    /// The words before their name.
    about: &'static str,
) -> impl IntoView {
    let lab = use_lab();
    let settings = lab.settings;
    let name = label_of(&wanted);
    let wanted = StoredValue::new(wanted);
    let is_set = Memo::new(move |_| {
        wanted.with_value(|wanted| settings.draft.with(|now| set_up::is_same(now, wanted)))
    });
    // The settings to give back, if this is what has replaced them.
    let before = Memo::new(move |_| settings.before().filter(|_| is_set.get()));
    let said = move || {
        let now = settings.draft.get();
        match before.get() {
            Some(before) => {
                let said = set_up::has_changed(&before, &now);
                match lab.is_busy() {
                    true => format!("{said}. The run under way goes on with its own settings"),
                    false => said,
                }
            }
            None => wanted.with_value(|wanted| set_up::would_change(&now, wanted)),
        }
    };
    // One button for both, so that the keyboard's focus stays where it is.
    let press = move |_| match before.with_untracked(Option::is_some) {
        true => settings.give_back(),
        false => settings.put(wanted.get_value()),
    };
    let label = move || match before.with(Option::is_some) {
        true => "Your settings of before",
        false => "Set up",
    };
    view! {
        <div class="set-up" data-testid="set-up">
            <p>{about} <strong>{name}</strong></p>
            <p class="hint" aria-live="polite">{said}</p>
            <Show when=move || !is_set.get() || before.with(Option::is_some)>
                <button class="quiet" on:click=press>{label}</button>
            </Show>
        </div>
    }
}
