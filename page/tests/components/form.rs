//! The form: text stays as typed, valid or not, and the page shows what follows from it.

use leptos::prelude::*;
use policy_lab_page::ui::{Controls, PresetChoice, SettingsForm};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::run::opened;

/// Shows the form with the presets and the buttons, after a device was opened: the typed text decides whether a run can begin.
async fn form() -> Page {
    let page = Page::show(|| view! { <PresetChoice /> <Controls /> <SettingsForm /> }).await;
    page.hear([opened()]).await;
    page
}

#[wasm_bindgen_test]
async fn what_is_no_number_stays_and_is_told_at_its_field() {
    let page = form().await;
    let field = page.find("textbox", "learning_rate");
    assert_eq!(field.attribute("aria-invalid").as_deref(), Some("false"));
    assert!(page.find("button", "Train").is_enabled());

    field.fill("fast").await;
    assert_eq!(field.value(), "fast");
    assert_eq!(field.attribute("aria-invalid").as_deref(), Some("true"));
    let said = field.description();
    assert!(said.contains("“fast” is not a number"), "{said}");
    assert!(page.text().contains("“fast” is not a number"));
    assert!(!page.find("button", "Train").is_enabled());
    page.find("link", "learning_rate").press().await;
    assert!(field.has_focus(), "the link leads to the field");

    field.fill("0.001").await;
    assert_eq!(field.value(), "0.001");
    assert_eq!(field.attribute("aria-invalid").as_deref(), Some("false"));
    let said = field.description();
    assert!(!said.contains("is not a number"), "{said}");
    assert!(!page.text().contains("is not a number"));
    assert!(page.seek("link", "learning_rate").is_none());
    assert!(page.find("button", "Train").is_enabled());
}

#[wasm_bindgen_test]
async fn a_number_out_of_range_says_which_range() {
    let page = form().await;
    let field = page.find("textbox", "gamma");
    field.fill("1.5").await;
    assert_eq!(field.value(), "1.5");
    let said = field.description();
    assert!(said.contains("Use a number from 0 to 1"), "{said}");
    assert!(!page.find("button", "Train").is_enabled());
}

#[wasm_bindgen_test]
async fn a_batch_that_does_not_divide_names_its_size_and_what_would_work() {
    let page = form().await;
    page.find("textbox", "num_envs").fill("4").await;
    page.find("textbox", "num_steps").fill("10").await;
    let field = page.find("textbox", "num_minibatches");
    field.fill("7").await;
    let said = field.description();
    let names = said.contains("num_envs × num_steps = 40") && said.contains("5 would work");
    assert!(names, "{said}");
    assert!(!page.find("button", "Train").is_enabled());
    field.fill("5").await;
    assert!(page.find("button", "Train").is_enabled());
}

#[wasm_bindgen_test]
async fn the_size_of_a_batch_follows_the_fields_it_is_made_of() {
    let page = form().await;
    page.find("textbox", "num_minibatches").fill("2").await;
    page.find("textbox", "num_envs").fill("8").await;
    page.find("textbox", "num_steps").fill("16").await;
    let text = page.text();
    assert!(text.contains("rollouts of 128 samples"), "{text}");
    assert!(text.contains("of 64 samples after each"), "{text}");

    page.find("textbox", "num_steps").fill("32").await;
    let text = page.text();
    assert!(text.contains("rollouts of 256 samples"), "{text}");

    page.find("textbox", "num_steps").fill("many").await;
    let text = page.text();
    assert!(!text.contains("samples after each"), "{text}");
}

#[wasm_bindgen_test]
async fn a_preset_fills_the_fields() {
    let page = form().await;
    page.find("textbox", "num_envs").fill("7").await;
    let presets = page.find("combobox", "Preset");
    presets.choose("PPO, the course's defaults").await;
    for (name, text) in [
        ("num_envs", "4"),
        ("num_steps", "128"),
        ("learning_rate", "2.5e-4"),
        ("total_timesteps", "500000"),
    ] {
        assert_eq!(page.find("textbox", name).value(), text, "{name}");
    }
    assert!(page.find("checkbox", "anneal_lr").is_checked());
    assert!(
        !page.text().contains("from the preset"),
        "no change is left"
    );
}

#[wasm_bindgen_test]
async fn an_algorithm_shows_the_fields_that_it_has() {
    let page = form().await;
    assert!(page.find("radio", "PPO").is_checked());
    assert!(page.seek("textbox", "clip_coef").is_some());
    page.find("radio", "REINFORCE").press().await;
    assert!(page.find("radio", "REINFORCE").is_checked());
    assert!(!page.find("radio", "PPO").is_checked());
    assert!(page.seek("textbox", "clip_coef").is_none());
    assert!(page.seek("textbox", "learning_rate").is_some());
}

#[wasm_bindgen_test]
async fn a_change_is_marked_and_can_be_taken_back() {
    let page = form().await;
    let field = page.find("textbox", "gamma");
    let before = field.value();
    field.fill("0.5").await;
    page.find("textbox", "num_envs").fill("8").await;
    let text = page.text();
    assert!(text.contains("2 changes from the preset"), "{text}");

    page.find("button", &format!("back to {before}"))
        .press()
        .await;
    assert_eq!(field.value(), before);
    let text = page.text();
    assert!(text.contains("1 change from the preset"), "{text}");

    page.find("button", "Undo all").press().await;
    assert_eq!(page.find("textbox", "num_envs").value(), "64");
    assert!(!page.text().contains("from the preset"));
}
