//! The whole page: who stands where.

use std::time::Duration;

use leptos::prelude::*;

use super::cells::{Cells, Workbench};
use super::charts::{Chart, SmallCharts, ValuesTable};
use super::checks::Checks;
use super::controls::Controls;
use super::course::{Course, Reader};
use super::device::DeviceBadge;
use super::form::Settings;
use super::grid::CartGrid;
use super::health::Health;
use super::lab::Lab;
use super::link;
use super::notices::Notices;
use super::progress::Progress;
use super::setup::Setup;
use super::share::CopyLink;
use super::surroundings::Surroundings;
use crate::train::charts::CHARTS;

/// Time without a keystroke after which the address is rewritten; browsers refuse to do it very often.
const ADDRESS_AFTER: Duration = Duration::from_millis(300);

/// The page.
#[component]
pub fn App() -> impl IntoView {
    let lab = Lab::from_address();
    provide_context(lab);
    let bench = Workbench::new(lab);
    provide_context(bench);
    provide_context(Course::new(lab, bench));
    provide_context(Surroundings::watch());
    keep_address(lab);
    // After the first paint: the worker's program is large, and nothing on the page waits for it.
    set_timeout(move || lab.connect(), Duration::ZERO);
    view! {
        <Masthead />
        <Notices />
        <main class="bench">
            <Bench />
            <Settings />
            <Reader />
        </main>
    }
}

/// Title, one sentence, device.
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
            // Shown on phones, where all of them are far below.
            <nav class="jump" aria-label="On this page">
                <a href="#settings-title">"Hyperparameters"</a>
                <a href="#lesson">"Course"</a>
                <a href="#cells-title">"Write it yourself"</a>
                <a href="#checks-title">"Checks"</a>
            </nav>
        </header>
    }
}

/// The lab: what one does, and what one sees of it.
#[component]
fn Bench() -> impl IntoView {
    view! {
        <section id="lab" class="lab" aria-label="Lab" tabindex="-1">
            <div class="console">
                <Setup />
                <Controls />
                <Progress />
            </div>
            <div class="heroes">
                <CartGrid />
                <Chart info=&CHARTS[0] prominent=true />
            </div>
            <Health />
            <Cells />
            <SmallCharts />
            <ValuesTable />
            <Checks />
        </section>
    }
}

/// Rewrites the address whenever a setting changes, a moment after the last change.
fn keep_address(lab: Lab) {
    let timer = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |before: Option<()>| {
        let state = lab.page_state();
        // The first run only subscribes: a link stays as it was written until the reader changes something.
        if before.is_none() {
            return;
        }
        if let Some(timer) = timer.get_value() {
            timer.clear();
        }
        let handle = set_timeout_with_handle(move || link::show(&state), ADDRESS_AFTER);
        timer.set_value(handle.ok());
    });
}
