//! A presentation: the buttons of the run that can act now.

use leptos::prelude::*;
use policy_lab::protocol::{Event, RunEvent};
use policy_lab_page::ui::PresentedControls;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::{Part, settle};
use crate::run::{opened, run, settings};

async fn presented(panels: &str) -> Page {
    let query = format!("view=lab&present={panels}");
    let page = Page::visit(&query, &[], || view! { <PresentedControls /> }).await;
    page.hear([opened()]).await;
    page
}

/// Returns the names of the buttons of the run in sight.
fn buttons(page: &Page) -> Vec<String> {
    let buttons = page.find("group", "Run").all("button");
    let seen = buttons.iter().filter(|it| it.is_in_sight());
    seen.inspect(|it| assert!(it.is_enabled(), "{} is grey", it.name()))
        .map(Part::name)
        .collect()
}

#[wasm_bindgen_test]
async fn only_the_buttons_that_can_act_are_shown() {
    let page = presented("controls,progress").await;
    assert_eq!(buttons(&page), ["Train", "Step"]);
    page.hear(run(settings(1), &[21.0])).await;
    assert_eq!(buttons(&page), ["Pause", "Stop", "Reset"]);
    page.hear([Event::Run(RunEvent::Paused)]).await;
    assert_eq!(buttons(&page), ["Resume", "Step", "Stop", "Reset"]);
    // A step that is under way keeps its button, and the focus.
    let step = page.find("button", "Step");
    step.press().await;
    page.hear([Event::Run(RunEvent::Resumed)]).await;
    assert!(step.is_in_sight() && step.has_focus());
    page.hear([Event::Run(RunEvent::Paused)]).await;
    assert!(step.has_focus());
    page.find("button", "Resume").press().await;
    page.hear([Event::Run(RunEvent::Resumed)]).await;
    settle().await;
    assert_eq!(buttons(&page), ["Pause", "Stop", "Reset"]);
    page.find("button", "Reset").press().await;
    assert!(page.find("button", "Train").has_focus());
}

#[wasm_bindgen_test]
async fn units_and_paces_come_with_the_stages() {
    let page = presented("controls").await;
    assert!(page.seek("combobox", "Pace").is_none());
    let page = presented("controls,stages").await;
    assert!(page.find("combobox", "Pace").is_in_sight());
}
