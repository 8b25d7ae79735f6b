//! The view on show. A view is a component of its own, which knows none of the others: one goes
//! between them by links. What views have in common is mounted in one of them at a time; everything
//! that lasts is state of the page.

mod clip;
mod lab;
mod lab_tabs;
mod presented;

use leptos::prelude::*;

use self::clip::ClipView;
pub use self::lab::LabView;
use self::lab_tabs::LabTabs;
use self::presented::Presented;
use super::checks::Checks;
use super::class::ClassView;
use super::course::Reader;
use super::lab::use_lab;
use super::map::CourseMap;
use super::place::VIEW_ID;
use super::presenter::use_presenter;
use super::run_bar::RunBar;
use super::scratch::Scratchpad;
use super::start::Start;
use super::sweep::SweepView;
use super::work::YourWork;
use super::world::WorldView;
use super::write::Write;
use crate::view::place::label;
use policy_lab::config::url::View;

/// Shows the view that the address names, or the panels of a presentation.
#[component]
pub fn Views() -> impl IntoView {
    let lab = use_lab();
    let address = lab.address;
    // A link to another part of the same view must not mount it anew.
    let view = Memo::new(move |_| address.view.get());
    let presenter = use_presenter();
    let is_presented = Memo::new(move |_| presenter.is_on());
    let has_run = Memo::new(move |_| lab.has_run());
    let has_own = move || matches!(view.get(), View::Start | View::Lab);
    let has_bar = move || has_run.get() && !has_own() && !is_presented.get();
    let is_in_lab = move || view.get().head() == Some(View::Lab) && !is_presented.get();
    view! {
        <main id=VIEW_ID class="page" tabindex="-1" aria-label=move || label(view.get())>
            <Show when=is_in_lab>
                <LabTabs />
            </Show>
            {move || match (is_presented.get(), view.get()) {
                (true, _) => view! { <Presented /> }.into_any(),
                (_, View::Start) => view! { <Start /> }.into_any(),
                (_, View::Read) => view! { <Reader /> }.into_any(),
                (_, View::Write) => view! { <Write /> }.into_any(),
                (_, View::Scratch) => view! { <Scratchpad /> }.into_any(),
                (_, View::Lab) => view! { <LabView /> }.into_any(),
                (_, View::Sweep) => view! { <div class="view view-sweep"><h1 class="visually-hidden">"Sweep"</h1><SweepView /></div> }.into_any(),
                (_, View::Clip) => view! { <ClipView /> }.into_any(),
                (_, View::World) => view! { <WorldView /> }.into_any(),
                (_, View::Checks) => view! { <div class="view view-checks"><h1 class="visually-hidden">"Checks"</h1><Checks /></div> }.into_any(),
                (_, View::Map) => view! { <CourseMap /> }.into_any(),
                (_, View::Class) => view! { <ClassView /> }.into_any(),
                (_, View::Work) => view! { <YourWork /> }.into_any(),
            }}
        </main>
        <Show when=has_bar>
            <RunBar />
        </Show>
    }
}
