//! What the address says beside the settings.

use leptos::prelude::*;

use policy_lab::config::url::View;

/// The place on the page that the address leads to.
#[derive(Clone, Copy)]
pub struct Address {
    /// Which parts of the page are shown.
    pub view: RwSignal<View>,
    /// What in the address could not be used: sentences.
    pub notices: RwSignal<Vec<String>>,
    /// The lesson, if one is open.
    pub lesson: RwSignal<Option<String>>,
    /// The exercise, if one was chosen.
    pub exercise: RwSignal<Option<String>>,
}
