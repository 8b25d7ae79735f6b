//! The box of a panel, and the style that hides controls.

use leptos::html;
use leptos::prelude::*;

use super::panels::{Panel, is_control};
use super::state::use_presenter;

/// Shows a panel, unless a presentation shows only others.
#[component]
pub fn PanelBox(
    /// The panel.
    panel: Panel,
    /// The panel's content.
    children: Children,
) -> impl IntoView {
    let presenter = use_presenter();
    let node = NodeRef::<html::Div>::new();
    // Unfold a panel that was chosen for a presentation.
    Effect::new(move || {
        let folded = ":scope > details:first-child, :scope > section > details:first-child";
        if let (Some(node), true) = (node.get(), presenter.is_on())
            && let Ok(Some(folded)) = node.query_selector(folded)
        {
            let _ = folded.set_attribute("open", "");
        }
    });
    view! {
        <div class="panel" data-panel=panel.name() hidden=move || !presenter.shows(panel) node_ref=node>
            {children()}
        </div>
    }
}

/// Adds the style that hides controls.
#[component]
pub fn HiddenControls() -> impl IntoView {
    let presenter = use_presenter();
    let rules = move || {
        let view = presenter.view.get();
        let known = view.hidden.iter().filter(|name| is_control(name));
        let rules = known.map(|name| {
            format!("#{name}, [data-control~=\"{name}\"] {{ display: none !important; }}")
        });
        rules.collect::<Vec<_>>().join("\n")
    };
    view! { <style>{rules}</style> }
}
