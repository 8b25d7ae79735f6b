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

/// Returns a minibatch of two samples after so many steps, one of them beyond the clip range where
/// the clip takes its gradient.
fn batch(steps: usize) -> ClipEvent {
    ClipEvent::Batch(ClipBatch {
        rollout: 1,
        steps,
        epoch: 1,
        minibatch: steps,
        num_minibatches: 4,
        obs: vec![0.0; 8],
        actions: vec![1.0, 0.0],
        old_log_prob: vec![0.0; 2],
        log_prob: vec![if steps > 0 { 0.5 } else { 0.0 }; 2],
        new_log_prob: vec![0.5; 2],
        advantages: vec![1.0, -1.0],
        ..ClipBatch::default()
    })
}

#[wasm_bindgen_test]
async fn the_picture_is_that_of_the_old_settings_until_the_new_ones_have_answered() {
    let page = Page::visit("view=clip", &[], || view! { <ClipLab /> }).await;
    page.hear([opened(), batch(0).into()]).await;
    page.find("button", "Next minibatch").press().await;
    page.hear([batch(1).into()]).await;
    let says = async |test_id: &str, part: &str| {
        until(part, || {
            let text = page.by_test_id(test_id)?.text();
            text.contains(part).then_some(())
        })
        .await;
    };
    says("six-sum", "gradient of 1 sample").await;
    says("clip-where", "Rollout 1, 1 gradient step later").await;

    page.find("checkbox", "clip").press().await;
    says(
        "clip-where",
        "Taking 1 gradient step again with the new settings",
    )
    .await;
    says(
        "clip-next",
        "The next training run has this too: no clip_coef",
    )
    .await;
    says("six-sum", "gradient of 1 sample").await;
    let lab = page.by_test_id("clip-lab").expect("the lab");
    assert_eq!(lab.attribute("aria-busy").as_deref(), Some("true"));

    page.hear([batch(1).into()]).await;
    says("six-sum", "gradient of 0 samples").await;
    says("clip-where", "Rollout 1, 1 gradient step later").await;
    assert_eq!(lab.attribute("aria-busy").as_deref(), Some("false"));
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
