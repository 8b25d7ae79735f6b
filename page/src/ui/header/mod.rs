//! The line at the head of every view: the way to the four places, the device, the search and the
//! menu.

mod menu;

use leptos::prelude::*;

use self::menu::Menu;
use super::cells::use_workbench;
use super::course::use_course;
use super::device::DeviceBadge;
use super::lab::use_lab;
use super::presenter::{Panel, PanelBox};
use super::search::SearchButton;
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
                // At the foot of a phone.
                <nav class="places" aria-label="Places">
                    {View::HEADS.map(|head| view! { <PlaceLink head /> })}
                </nav>
                <DeviceBadge />
                <div class="masthead-end">
                    <SearchButton />
                    <Menu />
                </div>
            </header>
        </PanelBox>
    }
}

/// Shows the link to a place. It leads to the view in which the reader was last there; into the
/// course otherwise to the next step after the last visit.
#[component]
fn PlaceLink(
    /// The view that gives the place its name.
    head: View,
) -> impl IntoView {
    let (lab, course, bench) = (use_lab(), use_course(), use_workbench());
    let is_current = move || lab.address.view.get().head() == Some(head);
    let last = Memo::new(
        move |last: Option<&Option<View>>| match lab.address.view.get() {
            view if view.head() == Some(head) => Some(view),
            _ => last.copied().flatten(),
        },
    );
    let address = move || match last.get() {
        Some(View::Read) => course
            .chapter
            .get()
            .map_or("?view=read".to_owned(), Chapter::link),
        Some(View::Write) => bench.exercise.get().link(),
        None if head == View::Read => course
            .resume()
            .map_or("?view=map".to_owned(), |step| step.address()),
        view => format!("?view={}", view.unwrap_or(head).key()),
    };
    // What goes on while the reader is elsewhere.
    let part_done = (head == View::Lab).then(|| view! { " " <SweepPart /> });
    view! {
        <a href=address aria-current=move || is_current().then_some("page")>{label(head)} {part_done}</a>
    }
}
