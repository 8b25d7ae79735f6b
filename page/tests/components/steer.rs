//! What is played with: a task that the policy or the reader drives, on the Lab and on Start.

use leptos::prelude::*;
use policy_lab::config::TrainConfig;
use policy_lab::envs::EnvId;
use policy_lab::protocol::{Event, Frame, RunEvent};
use policy_lab_page::ui::{Play, Start};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::{Part, until};
use crate::run::{opened, run, settings};

/// Returns the unfolded section, with this query in the address.
async fn unfolded(query: &str) -> Page {
    let page = Page::visit(query, &[], || view! { <Play /> }).await;
    page.summary("Touch it").press().await;
    until("the picture", || page.by_test_id("touch-box")).await;
    page
}

/// Returns the settings of a run in an environment, with short episodes.
fn config(env_id: EnvId) -> TrainConfig {
    TrainConfig {
        env_id,
        hidden_sizes: vec![2],
        max_episode_steps: 4,
        ..settings(1)
    }
}

/// Returns the section in a run whose networks are zeros, with the reader as the driver. It is
/// held, so that nothing moves but by presses.
async fn held(env_id: EnvId) -> Page {
    let page = unfolded(&format!("env_id={}", env_id.spec().key)).await;
    let (obs, outputs) = (env_id.obs_size(), env_id.num_outputs());
    let actor = (obs + 1) * 2 + (2 + 1) * outputs + env_id.controls().len();
    let frame = Frame {
        iteration: 1,
        parameters: vec![0.0; actor + (obs + 1) * 2 + (2 + 1)],
        ..Frame::default()
    };
    page.find("button", "You").press().await;
    let hold = until("the button", || page.seek("button", "Hold it")).await;
    hold.press().await;
    page.hear(run(config(env_id), &[20.0])).await;
    page.hear([Event::Run(RunEvent::Frame(frame))]).await;
    until("the policy", || {
        let said = said(&page, "touch-source");
        said.starts_with("You drive. The bars show").then_some(())
    })
    .await;
    page
}

fn said(page: &Page, test_id: &str) -> String {
    page.by_test_id(test_id).expect("a fact").text()
}

async fn steps(page: &Page, wanted: &str) {
    until(&format!("{wanted} steps"), || {
        (said(page, "touch-steps") == wanted).then_some(())
    })
    .await;
}

/// Returns names and values of the bars of the actions.
fn bars(page: &Page) -> Vec<(String, String)> {
    let bars = page.find("group", "Probability of each action");
    let bar = |bar: &Part| {
        let said = bar.attribute("aria-valuetext").unwrap_or_default();
        (bar.name(), said)
    };
    bars.all("meter").iter().map(bar).collect()
}

fn with_values(values: [&str; 3]) -> Vec<(String, String)> {
    let named = ["left", "none", "right"].into_iter().zip(values);
    named
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

#[wasm_bindgen_test]
async fn each_action_has_a_key_a_button_and_a_bar() {
    let page = held(EnvId::Mountaincar).await;
    let picture = page.find("application", "MountainCar");
    assert!(picture.text().contains("first push"), "{}", picture.text());
    assert!(picture.description().contains("digits 1 to 3"));
    assert_eq!(bars(&page), with_values(["34 %", "33 %", "33 %"]));
    let buttons = page.find("group", "Actions").all("button");
    let names: Vec<String> = buttons.iter().map(Part::name).collect();
    assert_eq!(names, ["← Left", "None", "Right →"]);

    picture.key("ArrowRight").await;
    steps(&page, "1").await;
    assert_eq!(bars(&page), with_values(["34 %", "33 %", "33 %, taken"]));
    picture.key("1").await;
    steps(&page, "2").await;
    assert_eq!(bars(&page), with_values(["34 %, taken", "33 %", "33 %"]));
    page.find("button", "None").press().await;
    steps(&page, "3").await;
    assert_eq!(bars(&page), with_values(["34 %", "33 %, taken", "33 %"]));
    let state = said(&page, "touch-state");
    assert!(state.starts_with("position −0.") && state.contains("velocity"));

    picture.key("3").await;
    steps(&page, "4").await;
    assert!(picture.text().contains("The time limit came after 4 steps"));
    let last = said(&page, "touch-last");
    assert_eq!(last, "4 steps, return −4, time limit");
    assert_eq!(said(&page, "touch-best"), last);
    picture.key("4").await;
    assert_eq!(said(&page, "touch-steps"), "4", "there is no fourth action");
    page.find("button", "One step").press().await;
    steps(&page, "0").await;
}

#[wasm_bindgen_test]
async fn a_continuous_action_is_set_by_a_slider_and_pulled_by_keys() {
    let page = held(EnvId::Pendulum).await;
    let picture = page.find("application", "Pendulum");
    assert!(picture.text().contains("when you move the slider"));
    let told = || page.find("group", "Mean and spread of the action").text();
    assert_eq!(told(), "torque 0 ± 1");
    let slider = page.find("slider", "torque");
    assert_eq!(slider.value(), "0");
    slider.fill("0.5").await;
    page.find("button", "One step").press().await;
    steps(&page, "1").await;
    assert_eq!(told(), "torque 0 ± 1; took torque 0.5");
    picture.key("ArrowLeft").await;
    steps(&page, "2").await;
    assert_eq!(told(), "torque 0 ± 1; took torque −2");
    assert_eq!(slider.value(), "-2", "a held key pulls it");
    // The focus leaves the picture, and with it the key is released.
    slider.press().await;
    until("the place where it was left", || {
        (slider.value() == "0.5").then_some(())
    })
    .await;
}

/// Pressed pictures and letters move a cart alone.
#[wasm_bindgen_test]
async fn a_task_offers_no_nudges() {
    for env_id in [EnvId::Acrobot, EnvId::Pendulum] {
        let page = held(env_id).await;
        assert!(page.seek("button", "Nudge left").is_none());
        assert!(page.by_test_id("touch-outcome").is_none());
        let before = said(&page, "touch-state");
        let picture = page.by_test_id("touch-box").expect("a picture");
        picture.key("d").await;
        picture.select("canvas").remove(0).0.click();
        picture.picture().await;
        assert_eq!(said(&page, "touch-state"), before);
    }
    let page = unfolded("env_id=cartpole").await;
    assert!(page.seek("button", "Nudge left").is_some());
    assert_eq!(page.find("application", "The cart").text(), "No policy yet");
}

#[wasm_bindgen_test]
async fn a_probe_has_nothing_to_steer() {
    let page = unfolded("env_id=probe2").await;
    let nothing = "A probe environment has nothing to steer";
    assert!(page.text().contains(nothing), "{}", page.text());
    assert_eq!(page.find("application", "Nothing to steer").text(), nothing);
    page.find("button", "You").press().await;
    assert!(page.seek("group", "Actions").is_none());
}

#[wasm_bindgen_test]
async fn after_a_run_the_reader_steers_a_task_on_start() {
    let page = Page::visit("env_id=mountaincar", &[], || view! { <Start /> }).await;
    page.hear([opened()]).await;
    assert!(page.seek("button", "Steer it yourself").is_none());
    page.find("button", "Train").press().await;
    page.hear(run(config(EnvId::Mountaincar), &[20.0])).await;
    page.find("button", "Steer it yourself").press().await;
    let picture = page.by_test_id("steer").expect("the task");
    until("the focus", || picture.has_focus().then_some(())).await;
    picture.key("ArrowRight").await;
    until("the end of an episode", || {
        let text = picture.text();
        text.contains("The time limit came after 4 steps")
            .then_some(())
    })
    .await;
    page.find("button", "Back to all environments")
        .press()
        .await;
    assert!(page.by_test_id("steer").is_none());
    assert!(page.seek("button", "Nudge it").is_none());
}
