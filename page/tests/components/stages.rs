//! The panel of slow motion: the code of the four stages, in Python or in Rust.

use leptos::prelude::*;
use policy_lab::config::Algorithm;
use policy_lab::config::draft::Draft;
use policy_lab::config::presets::Preset;
use policy_lab::protocol::stages::{Position, Stage, StageReport};
use policy_lab::protocol::{Event, RunEvent};
use policy_lab_page::ui::{Controls, Stages};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::settle;
use crate::run::{opened, settings, started};

fn view() -> impl IntoView {
    view! {
        <Controls />
        <Stages />
    }
}

fn code(page: &Page) -> String {
    page.by_test_id("stage-code").expect("the code").text()
}

fn lit(page: &Page) -> Vec<String> {
    let lit = page.select(".stage-code .lit");
    lit.iter().map(|part| part.text()).collect()
}

#[wasm_bindgen_test]
async fn the_code_is_python_and_rust_is_a_press_away() {
    let page = Page::show(view).await;
    page.hear([opened()]).await;
    page.find("button", "Slow motion").press().await;
    let python = page.find("button", "Python");
    assert_eq!(python.attribute("aria-pressed").as_deref(), Some("true"));
    assert!(code(&page).contains("torch.min(surrogate, clipped)"));
    assert!(lit(&page).is_empty());

    let stage = Stage::Advantages;
    let position = Position {
        iteration: 1,
        stage,
    };
    let report = StageReport {
        position,
        view: None,
    };
    page.hear([started(settings(1)), Event::Run(RunEvent::Stage(report))])
        .await;
    let parts = lit(&page);
    assert!(
        parts.len() == 1 && parts[0].contains("def generalised_advantages"),
        "{parts:?}"
    );

    page.find("button", "Rust").press().await;
    let parts = lit(&page);
    assert!(
        parts.len() == 1 && parts[0].contains("fn generalised_advantages"),
        "{parts:?}"
    );
    assert!(!code(&page).contains("def "));
    let page = page.reload(view).await;
    page.find("button", "Slow motion").press().await;
    assert!(code(&page).contains("pub fn ppo("), "it is remembered");
    page.find("button", "Python").press().await;
    assert!(!code(&page).contains("fn "));
}

#[wasm_bindgen_test]
async fn the_code_follows_the_settings() {
    let page = Page::show(view).await;
    page.find("button", "Slow motion").press().await;
    assert!(code(&page).contains("torch.randperm"));
    let preset = Preset::first_for(Algorithm::Reinforce);
    page.lab().settings.draft.set(Draft::new(preset));
    settle().await;
    let shown = code(&page);
    assert!(shown.contains("-(log_prob * returns).mean()"), "{shown}");
    assert!(!shown.contains("torch.randperm"));
}
