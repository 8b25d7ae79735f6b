//! What the reader has done, as files: progress, hand-in, what is kept for visits without a
//! network; and which page this is.

use leptos::prelude::*;

use super::course::{ProgressPanel, WithTexts};
use super::offline::OfflinePanel;
use crate::view::versions;

/// Shows the view.
#[component]
pub fn YourWork() -> impl IntoView {
    view! { <WithTexts show=|| view! { <ReadyWork /> }.into_any() /> }
}

#[component]
fn ReadyWork() -> impl IntoView {
    view! {
        <section class="view view-work" aria-labelledby="work-title" tabindex="0">
            <h1 id="work-title">"Your work"</h1>
            <ProgressPanel />
            <OfflinePanel />
            <Versions />
        </section>
    }
}

/// Shows which page this is, and of what it is made.
#[component]
fn Versions() -> impl IntoView {
    let root = document().document_element();
    let said = |name| root.as_ref().and_then(|it| it.get_attribute(name));
    let [build, commit] =
        ["data-version", "data-commit"].map(|name| said(name).unwrap_or_default());
    view! {
        <p class="hint" data-testid="versions">{versions::own(&build, &commit)} ". " {versions::parts()}</p>
    }
}
