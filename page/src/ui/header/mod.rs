//! The line at the head of every view: the way to the other views, the device, and the link to what
//! is shown.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::cells::use_workbench;
use super::course::use_course;
use super::device::DeviceBadge;
use super::lab::use_lab;
use super::presenter::{Panel, PanelBox, PresentButton};
use super::search::SearchButton;
use super::share::CopyLink;
use super::sweep::SweepPart;
use crate::course::Chapter;
use crate::view::place::label;
use policy_lab::config::url::View;

/// Shows the header.
#[component]
pub fn Header() -> impl IntoView {
    view! {
        <a class="skip" href="#view">"Skip to the view"</a>
        <PanelBox panel=Panel::Masthead>
            <header class="masthead">
                <p class="brand"><a href="?view=start">"Policy Lab"</a></p>
                <nav class="views" aria-label="Views">
                    {View::ALL
                        .into_iter()
                        .filter(|view| view.is_in_head())
                        .map(|view| view! { <ViewLink view /> })
                        .collect_view()}
                </nav>
                <DeviceBadge />
                <div class="masthead-end">
                    <SearchButton />
                    <CopyLink />
                    <PresentButton />
                </div>
            </header>
        </PanelBox>
    }
}

/// Shows the link to a view. Read and Write lead to the chapter and the exercise where the reader
/// was last.
#[component]
fn ViewLink(
    /// The view.
    view: View,
) -> impl IntoView {
    let (lab, course, bench) = (use_lab(), use_course(), use_workbench());
    let is_current = move || lab.address.view.get() == view;
    let address = move || match view {
        View::Read => course
            .chapter
            .get()
            .map_or("?view=read".to_owned(), Chapter::link),
        View::Write => bench.exercise.get().link(),
        _ => format!("?view={}", view.key()),
    };
    // What goes on while the reader is elsewhere.
    let part_done = (view == View::Sweep).then(|| view! { <SweepPart /> });
    let node = NodeRef::<html::A>::new();
    Effect::new(move || {
        if let Some(link) = node.get().filter(|_| is_current()) {
            scroll_to(&link);
        }
    });
    view! {
        <a node_ref=node href=address data-view=view.key() aria-current=move || is_current().then_some("page")>
            {label(view)} {part_done}
        </a>
    }
}

/// Scrolls the line of views, where a phone is narrower, until all of this link is in sight.
fn scroll_to(link: &HtmlElement) {
    let line = link.parent_element().map(JsCast::dyn_into::<HtmlElement>);
    let Some(Ok(line)) = line else { return };
    let start = link.offset_left() - line.offset_left();
    let end = start + link.offset_width() - line.client_width();
    line.set_scroll_left(line.scroll_left().max(end).min(start));
}
