//! The built page in a real Chromium, driven as a reader drives it: by accessible names, by
//! `data-testid`, by the URL. Needs `dist/`; `scripts/test page e2e` builds it and runs these.
#![cfg(not(target_arch = "wasm32"))]

#[path = "e2e/access.rs"]
mod access;
#[path = "e2e/arrivals.rs"]
mod arrivals;
#[path = "e2e/auto.rs"]
mod auto;
#[path = "e2e/browser.rs"]
mod browser;
#[path = "e2e/capstones.rs"]
mod capstones;
#[path = "e2e/cells.rs"]
mod cells;
#[path = "e2e/checks.rs"]
mod checks;
#[path = "e2e/class.rs"]
mod class;
#[path = "e2e/clip.rs"]
mod clip;
#[path = "e2e/compare.rs"]
mod compare;
#[path = "e2e/controls.rs"]
mod controls;
#[path = "e2e/cores.rs"]
mod cores;
#[path = "e2e/course.rs"]
mod course;
#[path = "e2e/deep.rs"]
mod deep;
#[path = "e2e/devices.rs"]
mod devices;
#[path = "e2e/drawing.rs"]
mod drawing;
#[path = "e2e/failures.rs"]
mod failures;
#[path = "e2e/faults.rs"]
mod faults;
#[path = "e2e/figures.rs"]
mod figures;
#[path = "e2e/health.rs"]
mod health;
#[path = "e2e/host.rs"]
mod host;
#[path = "e2e/input.rs"]
mod input;
#[path = "e2e/load.rs"]
mod load;
#[path = "e2e/offline.rs"]
mod offline;
#[path = "e2e/page.rs"]
mod page;
#[path = "e2e/presenter.rs"]
mod presenter;
#[path = "e2e/progress.rs"]
mod progress;
#[path = "support/reader.rs"]
mod reader;
#[path = "e2e/scorm.rs"]
mod scorm;
#[path = "e2e/scratch.rs"]
mod scratch;
#[path = "e2e/screenshots.rs"]
mod screenshots;
#[path = "e2e/simd.rs"]
mod simd;
#[path = "e2e/site.rs"]
mod site;
#[path = "e2e/smoothness.rs"]
mod smoothness;
#[path = "e2e/stages.rs"]
mod stages;
#[path = "e2e/strangers.rs"]
mod strangers;
#[path = "e2e/sweep.rs"]
mod sweep;
#[path = "e2e/touch.rs"]
mod touch;
#[path = "e2e/trust.rs"]
mod trust;
#[path = "e2e/views.rs"]
mod views;

/// A run of 100 iterations, each a fraction of a second on any device.
const TINY: &str =
    "num_envs=8&num_steps=16&num_minibatches=4&update_epochs=1&total_timesteps=12800";

/// A run like [`TINY`], so long that it is still under way when a test looks.
const ENDLESS: &str =
    "num_envs=8&num_steps=16&num_minibatches=4&update_epochs=1&total_timesteps=128000000";
