//! The view on show. A view is a component of its own, which knows none of the others: one goes
//! between them by links. What views have in common is mounted in one of them at a time; everything
//! that lasts is state of the page.

mod clip;
mod lab;
mod presented;

use leptos::prelude::*;

use self::clip::ClipView;
pub use self::lab::LabView;
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
use super::write::Write;
use crate::view::place::label;
use policy_lab::config::url::View;
use policy_lab::history::Phase;

/// Shows the view that the address names, or the panels of a presentation.
#[component]
pub fn Views() -> impl IntoView {
    let lab = use_lab();
    let address = lab.address;
    // A link to another part of the same view must not mount it anew.
    let view = Memo::new(move |_| address.view.get());
    let presenter = use_presenter();
    let is_presented = Memo::new(move |_| presenter.is_on());
    let has_run = Memo::new(move |_| !matches!(lab.run.phase.get(), Phase::Loading | Phase::Idle));
    let has_bar = move || match view.get() {
        _ if is_presented.get() => false,
        View::Start | View::Lab => false,
        // A second button beside those that run code or a sweep, unless there is something to
        // watch.
        View::Write | View::Scratch | View::Sweep | View::Class => has_run.get(),
        _ => true,
    };
    view! {
        <main id=VIEW_ID class="page" tabindex="-1" aria-label=move || label(view.get())>
            {move || match (is_presented.get(), view.get()) {
                (true, _) => view! { <Presented /> }.into_any(),
                (_, View::Start) => view! { <Start /> }.into_any(),
                (_, View::Read) => view! { <Reader /> }.into_any(),
                (_, View::Write) => view! { <Write /> }.into_any(),
                (_, View::Scratch) => view! { <Scratchpad /> }.into_any(),
                (_, View::Lab) => view! { <LabView /> }.into_any(),
                (_, View::Sweep) => view! { <div class="view view-sweep"><h1 class="visually-hidden">"Sweep"</h1><SweepView /></div> }.into_any(),
                (_, View::Clip) => view! { <ClipView /> }.into_any(),
                (_, View::Checks) => view! { <div class="view view-checks"><h1 class="visually-hidden">"Checks"</h1><Checks /></div> }.into_any(),
                (_, View::Map) => view! { <CourseMap /> }.into_any(),
                (_, View::Class) => view! { <ClassView /> }.into_any(),
            }}
        </main>
        <Show when=has_bar>
            <RunBar />
        </Show>
    }
}
