//! The box of a panel, and the rule that hides controls.

use leptos::html;
use leptos::prelude::*;

use super::panels::{Panel, is_control};
use super::state::use_presenter;
use crate::ui::browser::rules;

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

/// Hides the controls that the address names.
pub fn hide_controls() {
    let presenter = use_presenter();
    let selector = Memo::new(move |_| {
        let view = presenter.view.get();
        let known = view.hidden.iter().filter(|name| is_control(name));
        let selectors = known.map(|name| format!("#{name}, [data-control~=\"{name}\"]"));
        selectors.collect::<Vec<_>>().join(", ")
    });
    Effect::new(move |before: Option<Option<String>>| {
        let rule = selector.with(|selector| {
            (!selector.is_empty()).then(|| format!("{selector} {{ display: none !important; }}"))
        });
        rules::replace(before.flatten().as_deref(), rule.as_deref());
        rule
    });
}
