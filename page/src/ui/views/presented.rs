//! The panels of a presentation, large. Any panel of any view can be among them.

use leptos::prelude::*;

use crate::ui::charts::{HeadlineChart, SmallCharts, ValuesTable};
use crate::ui::checks::Checks;
use crate::ui::clip::ClipLab;
use crate::ui::compare::CompareRuns;
use crate::ui::controls::Controls;
use crate::ui::course::Reader;
use crate::ui::form::SettingsForm;
use crate::ui::grid::CartGrid;
use crate::ui::health::Health;
use crate::ui::play::Play;
use crate::ui::presenter::{Panel, PanelBox};
use crate::ui::preset::PresetChoice;
use crate::ui::run_status::RunStatus;
use crate::ui::stages::Stages;
use crate::ui::sweep::SweepView;
use crate::ui::write::Cells;

/// Shows the panels that the presentation names.
#[component]
pub fn Presented() -> impl IntoView {
    view! {
        <div class="bench">
            <h1 class="visually-hidden">"Presentation"</h1>
            <section id="lab" class="lab" aria-label="Lab">
                <PanelBox panel=Panel::Clip><ClipLab /></PanelBox>
                <div class="training">
                    <div class="console">
                        <PanelBox panel=Panel::Setup><PresetChoice /></PanelBox>
                        <PanelBox panel=Panel::Controls><Controls /></PanelBox>
                        <PanelBox panel=Panel::Progress><RunStatus /></PanelBox>
                    </div>
                    <PanelBox panel=Panel::Stages><Stages /></PanelBox>
                    <div class="heroes">
                        <PanelBox panel=Panel::Carts><CartGrid /></PanelBox>
                        <PanelBox panel=Panel::Chart><HeadlineChart prominent=true /></PanelBox>
                    </div>
                    <PanelBox panel=Panel::Health><Health /></PanelBox>
                    <PanelBox panel=Panel::Play><Play /></PanelBox>
                    <PanelBox panel=Panel::Cells><Cells /></PanelBox>
                    <PanelBox panel=Panel::Charts><SmallCharts /></PanelBox>
                    <PanelBox panel=Panel::Values><ValuesTable /></PanelBox>
                    <PanelBox panel=Panel::Compare><CompareRuns /></PanelBox>
                    <PanelBox panel=Panel::Sweep><SweepView /></PanelBox>
                    <PanelBox panel=Panel::Checks><Checks /></PanelBox>
                </div>
            </section>
            <PanelBox panel=Panel::Settings><SettingsForm /></PanelBox>
            <PanelBox panel=Panel::Lesson><Reader /></PanelBox>
        </div>
    }
}
