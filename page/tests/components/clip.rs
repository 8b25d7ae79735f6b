//! The clip lab, whose events belong to no run.

use leptos::prelude::*;
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

#[wasm_bindgen_test]
async fn the_lab_is_heard_while_the_run_is_the_readers() {
    let page = Page::show(|| view! { <ClipLab /> }).await;
    page.hear([opened()]).await;
    page.lab().begin_reader_run(&settings(1), &[]);
    let begun: Vec<Event> = run(settings(1), &[20.0]);
    page.hear(begun).await;
    says_why(&page, "No room for the rollout").await;
}
