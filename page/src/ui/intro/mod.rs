//! The text about the page itself: HTML fragments, one for each algorithm if they differ.

use leptos::prelude::*;

use crate::ui::lab::use_lab;
use policy_lab::config::Algorithm;
use policy_lab::config::draft::Draft;

/// Shows the text for the chosen algorithm.
#[component]
pub fn PageText() -> impl IntoView {
    let lab = use_lab();
    let algorithm = Memo::new(move |_| lab.settings.draft.with(Draft::algorithm));
    let update = move || match algorithm.get() {
        Algorithm::Reinforce => include_str!("reinforce.html"),
        Algorithm::Vpg => include_str!("vpg.html"),
        Algorithm::Ppo => include_str!("ppo.html"),
    };
    view! {
        <div inner_html=include_str!("task.html")></div>
        <div inner_html=update></div>
        <div inner_html=include_str!("curves.html")></div>
    }
}
