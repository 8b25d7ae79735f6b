//! The page's components in a browser, one at a time: mounted, used, and read as a reader would
//! read them.
#![cfg(target_arch = "wasm32")]

#[path = "components/balance.rs"]
mod balance;
#[path = "components/charts.rs"]
mod charts;
#[path = "components/class.rs"]
mod class;
#[path = "components/clip.rs"]
mod clip;
#[path = "components/database.rs"]
mod database;
#[path = "components/device.rs"]
mod device;
#[path = "components/discount.rs"]
mod discount;
#[path = "components/doctor.rs"]
mod doctor;
#[path = "components/ends.rs"]
mod ends;
#[path = "components/exact.rs"]
mod exact;
#[path = "components/exercise.rs"]
mod exercise;
#[path = "components/figures.rs"]
mod figures;
#[path = "components/focus.rs"]
mod focus;
#[path = "components/folder.rs"]
mod folder;
#[path = "components/form.rs"]
mod form;
#[path = "components/header.rs"]
mod header;
#[path = "components/health.rs"]
mod health;
#[path = "components/kept.rs"]
mod kept;
#[path = "components/map.rs"]
mod map;
#[path = "components/notices.rs"]
mod notices;
#[path = "components/offline.rs"]
mod offline;
#[path = "components/once_more.rs"]
mod once_more;
#[path = "components/own_loop.rs"]
mod own_loop;
#[path = "components/page.rs"]
mod page;
#[path = "components/panes.rs"]
mod panes;
#[path = "components/part.rs"]
mod part;
#[path = "components/place.rs"]
mod place;
#[path = "components/predict.rs"]
mod predict;
#[path = "components/presented.rs"]
mod presented;
#[path = "components/progress.rs"]
mod progress;
#[path = "components/question.rs"]
mod question;
#[path = "components/read.rs"]
mod read;
#[path = "components/run.rs"]
mod run;
#[path = "components/run_bar.rs"]
mod run_bar;
#[path = "components/run_order.rs"]
mod run_order;
#[path = "components/search.rs"]
mod search;
#[path = "components/seeds.rs"]
mod seeds;
#[path = "components/share.rs"]
mod share;
#[path = "components/shown.rs"]
mod shown;
#[path = "components/stages.rs"]
mod stages;
#[path = "components/start.rs"]
mod start;
#[path = "components/steer.rs"]
mod steer;
#[path = "components/sweep.rs"]
mod sweep;
#[path = "components/sweep_question.rs"]
mod sweep_question;
#[path = "components/tabs.rs"]
mod tabs;
#[path = "components/terms.rs"]
mod terms;
#[path = "components/texts.rs"]
mod texts;
#[path = "components/variance.rs"]
mod variance;
#[path = "components/verdict.rs"]
mod verdict;
#[path = "components/workers.rs"]
mod workers;
#[path = "components/world.rs"]
mod world;
#[path = "components/zoom.rs"]
mod zoom;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
