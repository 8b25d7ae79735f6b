//! The page: everything that the reader sees and touches.
//!
//! This module holds no tensor and does no learning. State flows one way: the form's draft becomes
//! a configuration, a command goes to the worker, its events become the history, and every view
//! derives from that.

mod app;
mod as_table;
mod browser;
mod cart;
mod cells;
mod charts;
mod checks;
mod class;
mod clip;
mod code_type;
mod compare;
mod controls;
mod cores;
mod course;
mod device;
mod doctor;
mod drop_view;
mod exact;
mod figures;
mod form;
mod grid;
mod header;
mod health;
mod kept;
mod lab;
mod map;
mod notices;
mod offline;
mod panes;
mod place;
mod play;
mod predict;
mod presenter;
mod preset;
mod race;
mod run_bar;
mod run_button;
mod run_status;
mod scratch;
mod search;
mod segmented;
mod share;
mod stages;
mod start;
mod sweep;
mod task_picture;
mod terms;
mod views;
mod work;
mod world;
mod write;

// What the component tests mount, and the types that they need.
pub use app::provide_state;
pub use browser::focus::keep as keep_focus;
pub use cells::{Workbench, use_workbench};
pub use charts::{Chart, HeadlineChart, SmallCharts, ValuesTable};
pub use class::{ClassState, ClassView, use_class};
pub use clip::ClipLab;
pub use compare::CompareRuns;
pub use controls::Controls;
pub use course::{CourseTexts, ProgressPanel, QuestionCard, Reader, use_texts};
pub use device::DeviceBadge;
pub use exact::ExactSection;
pub use figures::FigureView;
pub use form::{SettingsForm, ShortForm};
pub use header::Header;
pub use health::Health;
pub use lab::Lab;
pub use map::CourseMap;
pub use notices::Notices;
pub use offline::{NewVersionNotice, Offline, OfflinePanel, use_offline};
pub use panes::{Divider, PaneSide, PaneTabs};
pub use place::keep_place;
pub use play::Play;
pub use predict::PredictionView;
pub use presenter::{PresentButton, PresenterDialogues};
pub use preset::PresetChoice;
pub use race::RaceSection;
pub use run_bar::RunBar;
pub use run_status::RunStatus;
pub use scratch::{ScratchState, Scratchpad, use_scratch};
pub use search::{SearchButton, SearchDialog};
pub use share::CopyLink;
pub use stages::Stages;
pub use start::Start;
pub use sweep::{RunPool, SweepView, keep_sweep, use_run_pool, use_sweep};
pub use terms::TermCard;
pub use views::{LabView, Views};
pub use work::YourWork;
pub use world::{WorldState, WorldView, use_world};
pub use write::{Cells, Write};

use web_sys::HtmlElement;

/// Shows the page. The `app` binary calls this.
pub fn start() {
    browser::fatal::install();
    match browser::element::with_id::<HtmlElement>("app") {
        Some(root) => {
            // Remove the text that index.html shows while this program loads.
            root.set_inner_html("");
            leptos::mount::mount_to(root, app::App).forget();
        }
        None => leptos::mount::mount_to_body(app::App),
    }
}
