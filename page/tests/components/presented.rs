//! A presentation: the buttons of the run that can act now, and the choice of what to hide.

use leptos::prelude::*;
use policy_lab::protocol::{Event, RunEvent};
use policy_lab_page::ui::{ClipLab, Controls, PresentButton, PresenterDialogues};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::{Part, until};
use crate::run::{opened, run, settings};

/// Which buttons a presentation shows is the style sheet's matter.
const STYLE: &str = include_str!("../../../styles/presenter.css");

/// Shows the controls as among the panels of a presentation, with or without that of the stages.
async fn presented(has_stages: bool) -> Page {
    let page = Page::visit("view=lab&present=controls", &[], move || {
        view! {
            <style>{STYLE}</style>
            <div class="training">
                <div class="panel"><Controls /></div>
                <div class="panel" data-panel="stages" hidden=!has_stages></div>
            </div>
        }
    })
    .await;
    page.hear([opened()]).await;
    page
}

/// Returns the names of the buttons in sight.
fn buttons(page: &Page) -> Vec<String> {
    let buttons = page.find("group", "Run").select("button").into_iter();
    let seen = buttons.filter(Part::is_in_sight);
    seen.inspect(|it| assert!(it.is_enabled(), "{} is grey", it.name()))
        .map(|it| it.name())
        .collect()
}

#[wasm_bindgen_test]
async fn only_the_buttons_that_can_act_are_shown() {
    let page = presented(false).await;
    assert_eq!(buttons(&page), ["Train", "Step"]);
    page.hear(run(settings(1), &[21.0])).await;
    assert_eq!(buttons(&page), ["Pause", "Stop", "Reset"]);
    page.hear([Event::Run(RunEvent::Paused)]).await;
    assert_eq!(buttons(&page), ["Resume", "Step", "Stop", "Reset"]);
    // Step hides while its step is under way, and has the focus again afterwards.
    let step = page.find("button", "Step");
    step.press().await;
    page.hear([Event::Run(RunEvent::Resumed)]).await;
    assert!(!step.is_in_sight());
    page.hear([Event::Run(RunEvent::Paused)]).await;
    until("the focus on Step", || step.has_focus().then_some(())).await;
}

#[wasm_bindgen_test]
async fn units_and_paces_come_with_the_stages() {
    let pace = |page: &Page| page.seek("button", "Slow motion").is_some();
    assert!(!pace(&presented(false).await));
    assert!(pace(&presented(true).await));
}

#[wasm_bindgen_test]
async fn controls_to_hide_are_named_as_on_the_page_and_go() {
    let page = Page::visit("view=clip", &[], || {
        view! { <PresentButton /> <PresenterDialogues /> <ClipLab /> }
    })
    .await;
    let steps = page.select("[data-control='clip-steps']").remove(0);
    assert!(steps.is_in_sight());
    page.find("button", "Present…").press().await;
    // Whatever they are, carts or not.
    page.find("button", "Environments and curve");
    page.find("checkbox", "Environments");
    page.summary("Controls to hide").press().await;
    assert!(page.seek("checkbox", "learning_rate").is_some());
    let of_clip = page.find("group", "Of the clip lab");
    let first = of_clip.find("checkbox", "Steps of learning");
    first.press().await;
    until("what is hidden", || (!steps.is_in_sight()).then_some(())).await;
}
