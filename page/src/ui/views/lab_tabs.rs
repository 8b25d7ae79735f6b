//! The tabs of the lab, above each of its views.

use leptos::prelude::*;

use crate::ui::lab::use_lab;
use policy_lab::config::url::View;

/// The views of the lab, with the names on their tabs.
const TABS: [(View, &str); 4] = [
    (View::Lab, "Run"),
    (View::Sweep, "Sweep"),
    (View::Clip, "Clip"),
    (View::World, "Own world"),
];

/// Shows the tabs.
#[component]
pub fn LabTabs() -> impl IntoView {
    let shown = use_lab().address.view;
    let tab = |(view, name): (View, &'static str)| {
        let is_current = move || (shown.get() == view).then_some("page");
        view! { <a href=format!("?view={}", view.key()) aria-current=is_current>{name}</a> }
    };
    view! { <nav class="lab-tabs" aria-label="Lab">{TABS.map(tab)}</nav> }
}
