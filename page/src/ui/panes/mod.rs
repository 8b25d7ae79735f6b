//! Panes of a view. On a wide window they stand side by side, and the borders between them can be
//! moved; on a narrow one tabs choose which of them is shown. The style sheet decides which of both
//! it is.

mod divider;

use leptos::prelude::*;

pub use self::divider::{Divider, PaneSide};

/// Shows a tab for each pane, where the window is too narrow for all of them. The view's element
/// must name the chosen one in its `data-pane`.
#[component]
pub fn PaneTabs(
    /// The panes: keys, and names on their tabs.
    panes: &'static [(&'static str, &'static str)],
    /// The key of the chosen pane.
    chosen: RwSignal<&'static str>,
) -> impl IntoView {
    let tabs = panes.iter().map(|(key, name)| {
        let is_chosen = move || chosen.get() == *key;
        view! {
            <button
                data-tab=*key
                aria-pressed=move || is_chosen().to_string()
                on:click=move |_| chosen.set(key)
            >
                {*name}
            </button>
        }
    });
    view! { <div class="pane-tabs" role="group" aria-label="What is shown">{tabs.collect_view()}</div> }
}
