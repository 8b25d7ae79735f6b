//! The built page in Firefox, in WebKitGTK, and in Chromium as the control: the same scenarios in
//! each, and the same numbers from each. Needs `dist/`; `scripts/test page engines` builds it and
//! runs these on a display of its own.
#![cfg(not(target_arch = "wasm32"))]

#[path = "engines/firefox.rs"]
mod firefox;
#[path = "engines/scenarios.rs"]
mod scenarios;
#[path = "engines/webkit.rs"]
mod webkit;

use firefox::Firefox;
use policy_lab_e2e::browser::Adapter;
use webkit::WebKitGtk;

/// Makes a module of tests, one for each scenario in this engine.
macro_rules! drive {
    ($module:ident, $engine:expr) => {
        mod $module {
            use super::*;

            #[test]
            #[ignore = "needs dist/, Firefox and WebKitGTK: scripts/test engines"]
            fn the_page_opens() {
                scenarios::the_page_opens($engine);
            }

            #[test]
            #[ignore = "needs dist/, Firefox and WebKitGTK: scripts/test engines"]
            fn a_quick_run_learns_to_balance() {
                scenarios::a_quick_run_learns_to_balance($engine);
            }

            #[test]
            #[ignore = "needs dist/, Firefox and WebKitGTK: scripts/test engines"]
            fn python_runs_and_a_right_answer_passes_its_check() {
                scenarios::python_runs_and_a_right_answer_passes_its_check($engine);
            }

            #[test]
            #[ignore = "needs dist/, Firefox and WebKitGTK: scripts/test engines"]
            fn the_clip_lab_is_driven_by_keyboard() {
                scenarios::the_clip_lab_is_driven_by_keyboard($engine);
            }

            #[test]
            #[ignore = "needs dist/, Firefox and WebKitGTK: scripts/test engines"]
            fn a_changed_setting_travels_as_a_link() {
                scenarios::a_changed_setting_travels_as_a_link(|| $engine);
            }

            #[test]
            #[ignore = "needs dist/, Firefox and WebKitGTK: scripts/test engines"]
            fn a_second_visit_trains_without_a_network() {
                scenarios::a_second_visit_trains_without_a_network($engine);
            }
        }
    };
}

drive!(in_chromium, Adapter::None);
drive!(in_firefox, Firefox);
drive!(in_webkitgtk, WebKitGtk);

#[test]
#[ignore = "needs dist/, Firefox and WebKitGTK: scripts/test engines"]
fn all_engines_learn_the_same_numbers() {
    let chromium = scenarios::every_number_of_a_quick_run(Adapter::None);
    let firefox = scenarios::every_number_of_a_quick_run(Firefox);
    let webkit = scenarios::every_number_of_a_quick_run(WebKitGtk);
    scenarios::assert_same("Firefox", &firefox, &chromium);
    scenarios::assert_same("WebKitGTK", &webkit, &chromium);
}
