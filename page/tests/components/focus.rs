//! The keyboard's focus after a press that removes, hides or disables the pressed button.

use leptos::prelude::*;
use policy_lab::protocol::checkpoint::Checkpoint;
use policy_lab::protocol::{Event, RunEvent, StopReason};
use policy_lab_page::ui::{Notices, RunBar, RunStatus, Write, keep_focus};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::{Part, sleep, until};
use crate::run::{opened, run, settings};

/// Milliseconds after which a lost focus has been noticed for certain.
const NOTICED_MILLIS: i32 = 450;

async fn focused(part: &Part) {
    let what = format!("the focus on “{}”", part.name());
    until(&what, || part.has_focus().then_some(())).await;
}

#[wasm_bindgen_test]
async fn a_lost_focus_goes_to_what_is_nearest() {
    let gone = RwSignal::new(Vec::<&str>::new());
    let page = Page::show(move || {
        keep_focus();
        let is_gone = move |name| gone.with(|gone| gone.contains(&name));
        let take = move |name| move |_| gone.update(|gone| gone.push(name));
        view! {
            <button>"First"</button>
            <section>
                <input aria-label="Name" />
                <div hidden=move || is_gone("hidden")><button on:click=take("hidden")>"Hide"</button></div>
                <button disabled=move || is_gone("disabled") on:click=take("disabled")>"Disable"</button>
                <Show when=move || !is_gone("removed")>
                    <p><button on:click=take("removed")>"Remove"</button></p>
                </Show>
            </section>
        }
    })
    .await;
    let button = |name: &str| page.find("button", name);
    // Not a field: on a phone it would open the keyboard.
    button("Hide").press().await;
    focused(&button("Disable")).await;
    button("Disable").press().await;
    focused(&button("Remove")).await;
    button("Remove").press().await;
    focused(&button("First")).await;
}

#[wasm_bindgen_test]
async fn a_reader_who_has_left_an_element_is_not_led_back() {
    let is_there = RwSignal::new(true);
    let page = Page::show(move || {
        keep_focus();
        view! {
            <button>"Other"</button>
            <Show when=move || is_there.get()>
                <button>"Here"</button>
            </Show>
        }
    })
    .await;
    let here = page.find("button", "Here");
    here.0.focus().expect("a button");
    here.0.blur().expect("a button");
    sleep(NOTICED_MILLIS).await;
    is_there.set(false);
    sleep(NOTICED_MILLIS).await;
    assert!(!page.find("button", "Other").has_focus());
}

#[wasm_bindgen_test]
async fn a_dismissed_notice_leads_to_the_view() {
    let page = Page::visit("momentum=0.9", &[], || {
        keep_focus();
        view! {
            <button>"Search"</button>
            <Notices />
            <main tabindex="-1" aria-label="Lab"><button>"Train"</button></main>
        }
    })
    .await;
    page.find("button", "Dismiss").press().await;
    focused(&page.find("main", "Lab")).await;
}

/// As on a phone, where one pane is shown at a time.
const ONE_PANE: &str = ".view-write[data-pane='task'] .pane-code, .view-write:not([data-pane='task']) .pane-task, \
                        .view-write:not([data-pane='result']) .drawer, .divider { display: none }";

#[wasm_bindgen_test]
async fn training_leads_to_the_result() {
    let kept = [("policy-lab-plain-editor", "yes")];
    let page = Page::visit("exercise=S0-E3", &kept, || {
        keep_focus();
        view! { <style>{ONE_PANE}</style> <Write /> }
    })
    .await;
    page.hear([opened()]).await;
    page.find("button", "Code").press().await;
    let train = page.find("button", "Train with my code");
    train.press().await;
    until("the run", || {
        let mine = page.seek("region", "Your run")?;
        mine.is_in_sight().then_some(())
    })
    .await;
    let result = page.find("button", "Result");
    assert_eq!(result.attribute("aria-pressed").as_deref(), Some("true"));
    // The pressed button waits until Python has begun.
    focused(&page.find("button", "Stop cell")).await;
}

fn with_offer() -> impl IntoView {
    keep_focus();
    view! {
        <RunStatus />
        <RunBar />
    }
}

/// Returns a page that offers a run of an earlier visit, with a device.
async fn offered() -> Page {
    let page = Page::show(with_offer).await;
    page.hear([opened()]).await;
    page.hear(run(settings(5), &[21.0, 30.0])).await;
    sleep(NOTICED_MILLIS).await;
    let page = page.reload(with_offer).await;
    page.hear([opened()]).await;
    until("the offer", || page.by_test_id("last-run")).await;
    page
}

#[wasm_bindgen_test]
async fn the_offer_of_the_last_run_leads_to_the_buttons_of_the_run() {
    let page = offered().await;
    page.find("button", "Forget it").press().await;
    assert!(page.by_test_id("last-run").is_none());
    focused(&page.find("button", "Train")).await;
}

#[wasm_bindgen_test]
async fn the_run_that_goes_on_has_the_focus() {
    let page = Page::show(with_offer).await;
    page.hear([opened()]).await;
    page.hear(run(settings(5), &[21.0, 30.0])).await;
    let networks = Checkpoint {
        iteration: 2,
        global_step: 200,
        parameters: vec![0.5],
        first_moment: vec![0.0],
        second_moment: vec![0.0],
        adam_steps: 1,
        ..Checkpoint::default()
    };
    page.hear([
        Event::Run(RunEvent::Checkpoint(networks)),
        Event::Run(RunEvent::Stopped(StopReason::Requested)),
    ])
    .await;
    sleep(NOTICED_MILLIS).await;
    let page = page.reload(with_offer).await;
    page.hear([opened()]).await;
    until("the offer", || page.by_test_id("last-run")).await;
    page.find("button", "Go on from iteration 2").press().await;
    focused(&page.find("button", "Pause")).await;
}

#[wasm_bindgen_test]
async fn what_is_left_of_the_offer_is_next_to_a_kept_curve() {
    let page = offered().await;
    page.find("button", "Keep its curve").press().await;
    until("another focus", || {
        let holder = document().active_element()?;
        (holder.tag_name() == "BUTTON").then_some(())
    })
    .await;
}
