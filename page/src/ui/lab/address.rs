//! The contents of the address and of its entry in the browser's history, apart from the settings.

use leptos::prelude::*;

use crate::view::place::Subject;
use policy_lab::config::url::View;

/// The part of the page that the address opens.
#[derive(Clone, Copy)]
pub struct Address {
    /// The parts of the page that are shown.
    pub view: RwSignal<View>,
    /// Sentences about parts of the address that could not be used.
    pub notices: RwSignal<Vec<String>>,
    /// The lesson, if one is open.
    pub lesson: RwSignal<Option<String>>,
    /// The exercise, if one was chosen.
    pub exercise: RwSignal<Option<String>>,
    /// The lesson or the exercise, whichever the reader went to last.
    pub subject: RwSignal<Subject>,
    /// Pixels by which the lesson's text is scrolled in its column.
    pub scroll: RwSignal<i32>,
}
