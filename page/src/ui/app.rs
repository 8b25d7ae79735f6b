//! The layout of the whole page.

use std::time::Duration;

use leptos::prelude::*;

use super::cells::Workbench;
use super::charts::{Chart, SmallCharts, ValuesTable};
use super::checks::Checks;
use super::clip::{Clip, ClipLab, use_clip};
use super::compare::{Compare, CompareRuns};
use super::controls::Controls;
use super::course::{Cells, Course, Reader};
use super::device::DeviceBadge;
use super::form::SettingsForm;
use super::grid::CartGrid;
use super::health::{Health, provide_verdict};
use super::lab::Lab;
use super::notices::Notices;
use super::place::keep_place;
use super::presenter::{
    Panel, PanelBox, PresentButton, Presenter, PresenterDialogues, listen, use_presenter,
};
use super::share::CopyLink;
use super::stages::Stages;
use crate::ui::browser::theme::Theme;
use crate::ui::play::Play;
use crate::ui::preset::PresetChoice;
use crate::ui::run_status::RunStatus;
use policy_lab::protocol::metrics::CHARTS;

/// Shows the page.
#[component]
pub fn App() -> impl IntoView {
    let lab = provide_state();
    listen(use_presenter(), lab, use_clip());
    keep_place();
    // Connects after the first paint: the worker's program is large, and nothing on the page waits for it.
    set_timeout(move || lab.connect(), Duration::ZERO);
    view! {
        <PanelBox panel=Panel::Masthead><Masthead /></PanelBox>
        <Notices />
        <main class="bench">
            <Bench />
            <PanelBox panel=Panel::Settings><SettingsForm /></PanelBox>
            <PanelBox panel=Panel::Lesson><Reader /></PanelBox>
        </main>
        <PresenterDialogues />
    }
}

/// Creates the state from the address and the browser's storage, and provides it to the components. Starts no worker
/// and listens to no keys.
pub fn provide_state() -> Lab {
    let lab = Lab::from_address();
    provide_context(lab);
    let bench = Workbench::new(lab);
    provide_context(bench);
    let course = Course::new(lab, bench);
    provide_context(course);
    let presenter = Presenter::new(lab);
    provide_context(presenter);
    // A presentation shows the panels that its link names, whichever chapter was open last in this browser.
    let is_clip = Memo::new(move |_| match presenter.is_on() {
        true => presenter.shows(Panel::Clip),
        false => course.is_open("clip"),
    });
    let clip = Clip::new(lab, is_clip);
    provide_context(clip);
    provide_context(Compare::new(lab));
    provide_verdict(lab);
    provide_context(Theme::watch());
    lab
}

/// Shows the title, a sentence about the page, the device, and two buttons.
#[component]
fn Masthead() -> impl IntoView {
    view! {
        <header class="masthead">
            <div class="masthead-title">
                <h1>"Policy Lab"</h1>
                <p>"Train a neural network to balance poles, here in this tab, and watch it learn"</p>
            </div>
            <DeviceBadge />
            <CopyLink />
            <PresentButton />
            // Shown on phones, where all of these are far below.
            <nav class="jump" aria-label="On this page">
                <a href="#settings-title">"Hyperparameters"</a>
                <a href="#lesson">"Course"</a>
                <a href="#cells-title">"Write it yourself"</a>
                <a href="#checks-title">"Checks"</a>
            </nav>
        </header>
    }
}

/// Shows the lab: the controls, the run, and the views of it.
#[component]
fn Bench() -> impl IntoView {
    let is_clip = use_clip().is_open;
    let presenter = use_presenter();
    view! {
        <section id="lab" class="lab" aria-label="Lab" tabindex="-1">
            <Show when=move || is_clip.get()>
                <PanelBox panel=Panel::Clip>
                    <ClipLab />
                </PanelBox>
            </Show>
            // Hidden instead of removed while the clip lab is shown, so that runs continue and inputs are kept.
            <div class="training" hidden=move || is_clip.get() && !presenter.is_on()>
                <div class="console">
                    <PanelBox panel=Panel::Setup><PresetChoice /></PanelBox>
                    <PanelBox panel=Panel::Controls><Controls /></PanelBox>
                    <PanelBox panel=Panel::Progress><RunStatus /></PanelBox>
                </div>
                <PanelBox panel=Panel::Stages><Stages /></PanelBox>
                <div class="heroes">
                    <PanelBox panel=Panel::Carts><CartGrid /></PanelBox>
                    <PanelBox panel=Panel::Chart><Chart info=&CHARTS[0] prominent=true /></PanelBox>
                </div>
                <PanelBox panel=Panel::Health><Health /></PanelBox>
                <PanelBox panel=Panel::Play><Play /></PanelBox>
                <PanelBox panel=Panel::Cells><Cells /></PanelBox>
                <PanelBox panel=Panel::Charts><SmallCharts /></PanelBox>
                <PanelBox panel=Panel::Values><ValuesTable /></PanelBox>
                <PanelBox panel=Panel::Compare><CompareRuns /></PanelBox>
                <PanelBox panel=Panel::Checks><Checks /></PanelBox>
            </div>
        </section>
    }
}
