//! The view of the lab: the settings, the run with its carts and curves, and the runs that were
//! kept.

use leptos::prelude::*;

use crate::ui::charts::{HeadlineChart, SmallCharts, ValuesTable};
use crate::ui::compare::CompareRuns;
use crate::ui::controls::Controls;
use crate::ui::exact::ExactSection;
use crate::ui::form::SettingsForm;
use crate::ui::grid::CartGrid;
use crate::ui::health::Health;
use crate::ui::panes::{Divider, PaneSide, PaneTabs};
use crate::ui::play::Play;
use crate::ui::preset::PresetChoice;
use crate::ui::race::RaceSection;
use crate::ui::run_status::RunStatus;
use crate::ui::stages::Stages;

/// The panes: keys, and names on their tabs. On a phone these are below those of the lab's views.
const PANES: &[(&str, &str)] = &[
    ("run", "Training"),
    ("settings", "Settings"),
    ("runs", "Compare"),
];

/// Shows the view.
#[component]
pub fn LabView() -> impl IntoView {
    let chosen = RwSignal::new("run");
    view! {
        <div class="view view-lab" data-pane=chosen>
            <div class="pane pane-settings"><SettingsForm /></div>
            <Divider name="lab-settings" label="Width of the settings" side=PaneSide::Left />
            <section id="lab" class="pane pane-run" aria-label="Lab" tabindex="-1">
                <h1 class="visually-hidden">"Lab"</h1>
                <div class="console">
                    <PresetChoice />
                    <Controls />
                    <RunStatus />
                </div>
                <Stages />
                <div class="heroes">
                    <CartGrid />
                    <HeadlineChart prominent=true tools=true />
                </div>
                <Health />
                <ExactSection />
                <SmallCharts />
                <RaceSection />
                <Play />
                <ValuesTable />
            </section>
            <Divider name="lab-runs" label="Width of the comparison" side=PaneSide::Right />
            <div class="pane pane-runs"><CompareRuns unfolded=has_room() /></div>
            <PaneTabs panes=PANES chosen />
        </div>
    }
}

/// Returns true if the comparison has room of its own: a column in a wide window, a tab in a narrow
/// one.
fn has_room() -> bool {
    let query = window().match_media("(min-width: 90em), (max-width: 43.74em)");
    query.ok().flatten().is_some_and(|query| query.matches())
}
