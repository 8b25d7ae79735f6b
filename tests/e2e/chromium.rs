//! The built page in a real Chromium, driven as a reader drives it: by accessible names, by
//! `data-testid`, by the URL. Needs `dist/`; `scripts/test page e2e` builds it and runs these.
#![cfg(not(target_arch = "wasm32"))]

#[path = "chromium/access.rs"]
mod access;
#[path = "chromium/arrivals.rs"]
mod arrivals;
#[path = "chromium/auto.rs"]
mod auto;
#[path = "chromium/capstones.rs"]
mod capstones;
#[path = "chromium/cells.rs"]
mod cells;
#[path = "chromium/checks.rs"]
mod checks;
#[path = "chromium/class.rs"]
mod class;
#[path = "chromium/clip.rs"]
mod clip;
#[path = "chromium/compare.rs"]
mod compare;
#[path = "chromium/controls.rs"]
mod controls;
#[path = "chromium/cores.rs"]
mod cores;
#[path = "chromium/course.rs"]
mod course;
#[path = "chromium/deep.rs"]
mod deep;
#[path = "chromium/devices.rs"]
mod devices;
#[path = "chromium/doctor.rs"]
mod doctor;
#[path = "chromium/drawing.rs"]
mod drawing;
#[path = "chromium/failures.rs"]
mod failures;
#[path = "chromium/faults.rs"]
mod faults;
#[path = "chromium/figures.rs"]
mod figures;
#[path = "chromium/health.rs"]
mod health;
#[path = "chromium/input.rs"]
mod input;
#[path = "chromium/load.rs"]
mod load;
#[path = "chromium/offline.rs"]
mod offline;
#[path = "chromium/presenter.rs"]
mod presenter;
#[path = "chromium/progress.rs"]
mod progress;
#[path = "chromium/scorm.rs"]
mod scorm;
#[path = "chromium/scratch.rs"]
mod scratch;
#[path = "chromium/screenshots.rs"]
mod screenshots;
#[path = "chromium/slow_line.rs"]
mod slow_line;
#[path = "chromium/smoothness.rs"]
mod smoothness;
#[path = "chromium/stages.rs"]
mod stages;
#[path = "chromium/strangers.rs"]
mod strangers;
#[path = "chromium/sweep.rs"]
mod sweep;
#[path = "chromium/touch.rs"]
mod touch;
#[path = "chromium/trust.rs"]
mod trust;
#[path = "chromium/views.rs"]
mod views;
#[path = "chromium/world.rs"]
mod world;

/// A run of 100 iterations, each a fraction of a second on any device.
const TINY: &str =
    "num_envs=8&num_steps=16&num_minibatches=4&update_epochs=1&total_timesteps=12800";

/// A run like [`TINY`], so long that it is still under way when a test looks.
const ENDLESS: &str =
    "num_envs=8&num_steps=16&num_minibatches=4&update_epochs=1&total_timesteps=128000000";
