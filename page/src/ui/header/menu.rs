//! The menu: what is no place.

use leptos::html;
use leptos::prelude::*;

use crate::ui::browser::theme::{COLOURS, Theme};
use crate::ui::lab::use_lab;
use crate::ui::presenter::PresentButton;
use crate::ui::segmented::Segmented;
use crate::ui::share::CopyLink;
use policy_lab::config::url::View;

/// The views to which the menu leads, with what it calls them.
const LINKS: [(View, &str); 3] = [
    (View::Work, "Your work"),
    (View::Class, "Class"),
    (View::Checks, "Is it right?"),
];

/// Shows the button and what it unfolds. The browser opens and closes it, and gives the focus back.
#[component]
pub fn Menu() -> impl IntoView {
    let view = use_lab().address.view;
    let theme = expect_context::<Theme>();
    let node = NodeRef::<html::Div>::new();
    let fold = move |_| {
        if let Some(menu) = node.get_untracked() {
            // A browser without popovers shows all of it in the head, and folds nothing.
            let _ = menu.hide_popover();
        }
    };
    let link = |(of, name): (View, &'static str)| {
        let is_current = move || (view.get() == of).then_some("page");
        view! { <a href=format!("?view={}", of.key()) aria-current=is_current on:click=fold>{name}</a> }
    };
    view! {
        <button class="quiet menu-button" aria-label="More" title="More" popovertarget="menu">"⋯"</button>
        <div id="menu" class="menu" popover="auto" role="group" aria-label="More" node_ref=node>
            {LINKS.map(link)}
            <PresentButton />
            <CopyLink />
            <Segmented
                name="colours"
                legend="Colours"
                options=COLOURS.to_vec()
                is_chosen=move |it| theme.chosen.get() == it
                choose=move |it| theme.choose(it)
            />
        </div>
    }
}
