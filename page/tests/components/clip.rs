//! The clip lab, whose events belong to no run.

use leptos::prelude::*;
use policy_lab::protocol::clip_batch::ClipBatch;
use policy_lab::protocol::{ClipEvent, Event, RunEvent, StopReason};
use policy_lab_page::ui::{ClipLab, Controls};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::until;
use crate::run::{opened, run, settings};

/// Sends the lab a failure, and waits until the page shows it.
async fn says_why(page: &Page, why: &str) {
    page.hear([ClipEvent::Failed(why.to_owned()).into()]).await;
    until("the reason", || {
        let alerts = page.all("alert");
        alerts.iter().any(|it| it.text() == why).then_some(())
    })
    .await;
}

#[wasm_bindgen_test]
async fn the_lab_is_heard_after_a_run_was_thrown_away() {
    let page = Page::show(|| view! { <Controls /> <ClipLab /> }).await;
    page.hear([opened()]).await;
    page.hear(run(settings(1), &[20.0])).await;
    page.hear([RunEvent::Stopped(StopReason::Finished).into()])
        .await;
    page.find("button", "Reset").press().await;
    says_why(&page, "No room for the rollout").await;
}

/// Waits until a part of the page contains a text.
async fn says(page: &Page, test_id: &str, part: &str) {
    until(part, || {
        let text = page.by_test_id(test_id)?.text();
        text.contains(part).then_some(())
    })
    .await;
}

/// Logarithms of ratios beyond the clip range, which takes the gradient of one of the two samples.
const BEYOND: [f32; 2] = [0.5; 2];

/// Returns a minibatch of two samples after so many steps, with the logarithms of their ratios.
/// Another number of steps has other samples.
fn batch(steps: usize, log_prob: [f32; 2]) -> Event {
    let batch = ClipBatch {
        rollout: 1,
        steps,
        epoch: 1,
        minibatch: steps,
        num_minibatches: 4,
        obs: vec![steps as f32; 8],
        actions: vec![1.0, 0.0],
        old_log_prob: vec![0.0; 2],
        log_prob: log_prob.to_vec(),
        new_log_prob: vec![0.5; 2],
        advantages: vec![1.0, -1.0],
        ..ClipBatch::default()
    };
    ClipEvent::Batch(Box::new(batch)).into()
}

#[wasm_bindgen_test]
async fn the_picture_is_that_of_the_old_settings_until_the_new_ones_have_answered() {
    let page = Page::visit("view=clip", &[], || view! { <ClipLab /> }).await;
    page.hear([opened(), batch(0, [0.0; 2])]).await;
    page.find("button", "Next minibatch").press().await;
    page.hear([batch(1, BEYOND)]).await;
    says(&page, "six-sum", "gradient of 1 sample").await;
    says(&page, "clip-where", "Rollout 1, 1 gradient step later").await;

    page.find("checkbox", "clip").press().await;
    says(
        &page,
        "clip-where",
        "Taking 1 gradient step again with the new settings",
    )
    .await;
    says(
        &page,
        "clip-next",
        "The next training run has this too: no clip_coef",
    )
    .await;
    says(&page, "six-sum", "gradient of 1 sample").await;
    let lab = page.by_test_id("clip-lab").expect("the lab");
    assert_eq!(lab.attribute("aria-busy").as_deref(), Some("true"));

    page.hear([batch(1, BEYOND)]).await;
    says(&page, "six-sum", "gradient of 0 samples").await;
    says(&page, "clip-where", "Rollout 1, 1 gradient step later").await;
    assert_eq!(lab.attribute("aria-busy").as_deref(), Some("false"));
}

#[wasm_bindgen_test]
async fn the_same_samples_stay_as_they_were_before_a_change() {
    let page = Page::visit("view=clip", &[], || view! { <ClipLab /> }).await;
    page.hear([opened(), batch(0, [0.0; 2])]).await;
    page.find("button", "Next minibatch").press().await;
    page.hear([batch(1, BEYOND)]).await;
    says(&page, "six-sum", "gradient of 1 sample").await;
    assert!(page.by_test_id("clip-before").is_none());

    // Normalised advantages are ±1/√2, so the mean goes from 0 to (e − 1) / √8.
    page.find("checkbox", "clip").press().await;
    page.hear([batch(1, [1.0, 0.0])]).await;
    says(&page, "clip-before", "before the change").await;
    says(&page, "clip-figures", "0 → 0.6075").await;
    let said = page.by_id("clip-canvas").name();
    let before = "before the change, drawn faintly: ratios from 1.65 to 1.65; 1 sample moved";
    assert!(said.contains(before), "{said}");

    page.find("button", "Next minibatch").press().await;
    page.hear([batch(2, BEYOND)]).await;
    until("nothing to compare with", || {
        page.by_test_id("clip-before").is_none().then_some(())
    })
    .await;
    let figures = page.by_test_id("clip-figures").expect("the numbers");
    assert!(!figures.text().contains('→'), "{}", figures.text());
}

#[wasm_bindgen_test]
async fn the_lab_is_heard_while_the_run_is_the_readers() {
    let page = Page::show(|| view! { <ClipLab /> }).await;
    page.hear([opened()]).await;
    page.lab().begin_reader_run(&settings(1), &[]);
    let begun: Vec<Event> = run(settings(1), &[20.0]);
    page.hear(begun).await;
    says_why(&page, "No room for the rollout").await;
}
