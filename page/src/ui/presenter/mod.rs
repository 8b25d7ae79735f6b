//! Presentations: large type, chosen panels only, single keys for what a presenter needs, and a
//! link to exactly this view.

mod dialog;
mod keys;
mod panel_box;
mod panels;
mod state;

use leptos::prelude::*;

use self::dialog::{ChoiceOfPanels, ListOfKeys};
pub use self::keys::listen;
pub use self::panel_box::{PanelBox, hide_controls};
pub use self::panels::Panel;
pub use self::state::{Presenter, use_presenter};

/// Shows the button in the page's head.
#[component]
pub fn PresentButton() -> impl IntoView {
    let presenter = use_presenter();
    view! {
        <button class="quiet" id="present-button" on:click=move |_| presenter.is_choosing.set(true)>
            "Present…"
        </button>
    }
}

/// Shows both dialogues, and a button to leave while the page is presented.
#[component]
pub fn PresenterDialogues() -> impl IntoView {
    let presenter = use_presenter();
    hide_controls();
    view! {
        <ChoiceOfPanels />
        <ListOfKeys />
        <Show when=move || presenter.is_on()>
            <p class="presenter-bar">
                <button class="quiet" on:click=move |_| presenter.is_listing.set(true)>"Keys (?)"</button>
                <button class="quiet" on:click=move |_| presenter.is_choosing.set(true)>"Change…"</button>
                <button class="quiet" id="present-leave" on:click=move |_| presenter.leave()>"Leave (Esc)"</button>
            </p>
        </Show>
    }
}
