//! The page as a whole: its state, its header, the view on show, and the bar of the run.

use std::time::Duration;

use leptos::prelude::*;

use super::cells::Workbench;
use super::class::ClassState;
use super::clip::{Clip, use_clip};
use super::compare::Compare;
use super::course::{Course, load_texts, provide_texts, use_texts};
use super::header::Header;
use super::health::provide_verdict;
use super::kept::RunStore;
use super::lab::Lab;
use super::notices::Notices;
use super::offline::{NewVersionNotice, Offline, use_offline};
use super::place::keep_place;
use super::presenter::{Panel, Presenter, PresenterDialogues, listen, use_presenter};
use super::scratch::ScratchState;
use super::search::SearchDialog;
use super::sweep::{RunPool, Sweep, keep_sweep, use_sweep};
use super::terms::TermCard;
use super::views::Views;
use super::world::{self, WorldState};
use crate::ui::browser::{focus, scrolling, theme::Theme};
use policy_lab::config::url::View;

/// Shows the page.
#[component]
pub fn App() -> impl IntoView {
    let lab = provide_state();
    listen(use_presenter(), lab, use_clip());
    keep_place();
    focus::keep();
    scrolling::keep();
    let texts = use_texts();
    // After the first paint: the worker's program and the texts are large, and nothing on the page
    // waits for them.
    let load = move || {
        load_texts(texts);
        lab.connect();
    };
    set_timeout(load, Duration::ZERO);
    use_offline().begin_later();
    keep_sweep(use_sweep());
    view! {
        <Header />
        <Notices />
        <NewVersionNotice />
        <Views />
        <TermCard />
        <PresenterDialogues />
        <SearchDialog />
    }
}

/// Creates the state from the address and the browser's storage, and provides it to the components.
/// Starts no worker and listens to no keys.
pub fn provide_state() -> Lab {
    // The address, and what is kept of runs, may name worlds of the reader's own.
    world::make_known();
    let lab = Lab::from_address();
    provide_context(lab);
    let names_exercise = lab.address.exercise.with_untracked(Option::is_some);
    let bench = Workbench::new(lab);
    provide_context(bench);
    let scratch = ScratchState::of_browser();
    provide_context(scratch);
    provide_context(WorldState::new(lab));
    provide_context(ClassState::new());
    provide_texts();
    let course = Course::new(lab, bench, names_exercise);
    provide_context(course);
    let presenter = Presenter::new(lab);
    provide_context(presenter);
    // A presentation shows the panels that its link names, in any view.
    let is_clip = Memo::new(move |_| match presenter.is_on() {
        true => presenter.shows(Panel::Clip),
        false => lab.address.view.get() == View::Clip,
    });
    let theme = Theme::watch();
    provide_context(theme);
    provide_context(Clip::new(lab, is_clip, theme));
    let pool = RunPool::new(lab);
    provide_context(pool);
    provide_context(Sweep::new(lab, pool));
    let compare = Compare::new(lab, pool);
    provide_context(compare);
    provide_context(RunStore::new(lab, compare));
    provide_context(Offline::new(lab, bench, scratch, pool, course, compare));
    provide_verdict(lab);
    lab
}
