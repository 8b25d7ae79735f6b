//! Runs that are there again after a reload.

use leptos::prelude::*;
use policy_lab::protocol::checkpoint::Checkpoint;
use policy_lab::protocol::metrics::Metric;
use policy_lab::protocol::{Event, Failure, FailureKind, RunEvent, RunInfo, StopReason};
use policy_lab_page::ui::{CompareRuns, RunBar, RunStatus};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::database::Refusal;
use crate::page::Page;
use crate::part::{Part, sleep, until};
use crate::run::{opened, run, settings};

/// Milliseconds after which a change of the kept runs is stored for certain.
const STORED_MILLIS: i32 = 600;

fn compared() -> impl IntoView {
    view! {
        <CompareRuns unfolded=true />
        <RunStatus />
        <RunBar />
    }
}

fn ended(reason: StopReason) -> Event {
    Event::Run(RunEvent::Stopped(reason))
}

fn checkpoint(iteration: usize) -> Checkpoint {
    Checkpoint {
        iteration,
        global_step: 100 * iteration as u64,
        parameters: vec![0.5, f32::NAN],
        first_moment: vec![0.0; 2],
        second_moment: vec![0.0; 2],
        adam_steps: 7,
        ..Checkpoint::default()
    }
}

/// Trains three iterations, with a checkpoint after the second, and ends the run.
async fn trained(seed: u32, reason: StopReason) -> Page {
    let page = Page::show(compared).await;
    page.hear([opened()]).await;
    page.hear(run(settings(seed), &[21.0, 30.0, 75.3])).await;
    let networks = RunEvent::Checkpoint(checkpoint(2));
    page.hear([Event::Run(networks), ended(reason)]).await;
    page
}

fn kept(page: &Page) -> Vec<String> {
    let names = page.select("[aria-label='Name of the run']");
    names.iter().map(Part::value).collect()
}

async fn offer(page: &Page) -> Part {
    until("the offer", || page.by_test_id("last-run")).await
}

#[wasm_bindgen_test]
async fn a_kept_run_is_there_again_until_it_is_removed() {
    let page = trained(5, StopReason::Finished).await;
    page.find("button", "Keep this run").press().await;
    assert_eq!(kept(&page), ["PPO, seed 5"]);
    page.find("textbox", "Name of the run").fill("mine").await;
    sleep(STORED_MILLIS).await;

    let page = page.reload(compared).await;
    until("the kept run", || (kept(&page) == ["mine"]).then_some(())).await;
    let said = page.by_test_id("kept-run").expect("an entry").text();
    assert!(said.contains("3 iterations, finished"), "{said}");
    assert!(
        page.by_test_id("last-run").is_none(),
        "nothing is left to do"
    );
    page.find("button", "Remove mine").press().await;
    sleep(STORED_MILLIS).await;

    let page = page.reload(compared).await;
    let last = offer(&page).await.text();
    assert!(
        last.contains("PPO, quick, iteration 3, length 75.3"),
        "{last}"
    );
    assert_eq!(kept(&page), [""; 0]);
}

#[wasm_bindgen_test]
async fn what_the_reader_keeps_at_once_stands_beside_what_comes_back() {
    let page = trained(5, StopReason::Finished).await;
    page.find("button", "Keep this run").press().await;
    sleep(STORED_MILLIS).await;
    let page = page.reload(compared).await;
    page.hear(run(settings(6), &[21.0])).await;
    page.find("button", "Keep this run").press().await;
    until("both runs", || (kept(&page).len() == 2).then_some(())).await;
    let mut names = kept(&page);
    names.sort();
    assert!(names[0].contains("seed 5"), "{names:?}");
    sleep(STORED_MILLIS).await;
    let page = page.reload(compared).await;
    until("both runs", || (kept(&page).len() == 2).then_some(())).await;
}

#[wasm_bindgen_test]
async fn a_run_that_was_cut_short_can_go_on_with_its_settings() {
    let page = trained(5, StopReason::Requested).await;
    sleep(STORED_MILLIS).await;
    let page = page.reload(compared).await;
    let last = offer(&page).await;
    assert!(last.text().contains("PPO, quick, iteration 3, length 75.3"));
    let go_on = last.find("button", "Go on from iteration 2");
    assert!(!go_on.is_enabled(), "it waits for a device");
    page.hear([opened()]).await;
    assert_ne!(seed(&page), Ok(5));
    go_on.press().await;
    assert_eq!(seed(&page), Ok(5));
    assert!(page.by_test_id("last-run").is_none());

    let info = RunInfo {
        config: settings(5),
        num_iterations: 10,
        first_iteration: 2,
        first_step: 200,
        num_parameters: 2,
        trained_by: policy_lab::protocol::Body::Host { cores: 1 },
    };
    page.hear([Event::Run(RunEvent::Started(info))]).await;
    let points = (page.lab().run.history)
        .with_untracked(|history| history.run.series(Metric::EpisodicLength).to_vec());
    assert_eq!(points, [(100.0, 21.0), (200.0, 30.0)], "the curve goes on");
}

/// Returns the seed in the form.
fn seed(page: &Page) -> Result<u32, ()> {
    let config = page.lab().settings.config;
    config.with_untracked(|config| config.as_ref().map(|it| it.seed).map_err(|_| ()))
}

#[wasm_bindgen_test]
async fn the_curve_of_the_last_run_can_be_kept_and_the_run_forgotten() {
    let page = trained(5, StopReason::Requested).await;
    sleep(STORED_MILLIS).await;
    let page = page.reload(compared).await;
    let last = offer(&page).await;
    last.find("button", "Keep its curve").press().await;
    assert_eq!(kept(&page), ["PPO, quick"]);
    let last = offer(&page).await;
    assert!(last.seek("button", "Keep its curve").is_none());
    last.find("button", "Forget it").press().await;
    assert!(page.by_test_id("last-run").is_none());
    sleep(STORED_MILLIS).await;
    let page = page.reload(compared).await;
    until("the kept curve", || (kept(&page).len() == 1).then_some(())).await;
    sleep(STORED_MILLIS).await;
    assert!(page.by_test_id("last-run").is_none());
}

#[wasm_bindgen_test]
async fn the_offer_ends_with_the_next_run_and_a_reset_forgets_the_run() {
    let page = trained(5, StopReason::Requested).await;
    sleep(STORED_MILLIS).await;
    let page = page.reload(compared).await;
    offer(&page).await;
    page.hear([opened()]).await;
    page.hear(run(settings(8), &[33.0])).await;
    assert!(page.by_test_id("last-run").is_none());
    page.hear([ended(StopReason::Requested)]).await;
    sleep(STORED_MILLIS).await;
    let page = page.reload(compared).await;
    let last = offer(&page).await.text();
    assert!(last.contains("iteration 1, length 33"), "{last}");
    assert!(!last.contains("Go on"), "it has no networks: {last}");

    page.hear([opened()]).await;
    page.hear(run(settings(9), &[40.0])).await;
    page.hear([ended(StopReason::Requested)]).await;
    page.lab().reset();
    sleep(STORED_MILLIS).await;
    let page = page.reload(compared).await;
    sleep(STORED_MILLIS).await;
    assert!(page.by_test_id("last-run").is_none());
}

#[wasm_bindgen_test]
async fn without_a_database_the_page_says_so_and_goes_on() {
    let page = trained(5, StopReason::Finished).await;
    let refusal = Refusal::new();
    let page = page.reload(compared).await;
    page.hear([opened()]).await;
    assert!(page.by_test_id("not-stored").is_none());
    page.hear(run(settings(5), &[21.0, 75.3])).await;
    page.hear([ended(StopReason::Finished)]).await;
    page.find("button", "Keep this run").press().await;
    let notice = || page.by_test_id("not-stored");
    let said = until("a notice", notice).await.text();
    assert!(said.starts_with("This browser keeps nothing"), "{said}");
    assert_eq!(kept(&page), ["PPO, seed 5"]);
    drop(refusal);

    // The next change is stored, with what was refused before.
    page.find("textbox", "Name of the run").fill("mine").await;
    let is_gone = || page.by_test_id("not-stored").is_none().then_some(());
    until("no notice", is_gone).await;
    let page = page.reload(compared).await;
    until("the kept run", || (kept(&page) == ["mine"]).then_some(())).await;
}

#[wasm_bindgen_test]
async fn a_run_of_a_tab_that_is_open_is_not_offered_in_another() {
    let page = trained(5, StopReason::Requested).await;
    sleep(STORED_MILLIS).await;
    let other = page.other_tab(compared).await;
    sleep(STORED_MILLIS).await;
    assert!(other.by_test_id("last-run").is_none(), "it is not left");

    // What this tab trains and throws away leaves the run of the other one alone.
    other.hear([opened()]).await;
    other.hear(run(settings(8), &[33.0])).await;
    other.hear([ended(StopReason::Requested)]).await;
    sleep(STORED_MILLIS).await;
    other.lab().reset();
    sleep(STORED_MILLIS).await;
    drop(page);
    let other = other.reload(compared).await;
    let last = offer(&other).await.text();
    assert!(last.contains("iteration 3, length 75.3"), "{last}");
}

#[wasm_bindgen_test]
async fn a_start_that_fails_leaves_the_offer() {
    let page = trained(5, StopReason::Requested).await;
    sleep(STORED_MILLIS).await;
    let page = page.reload(compared).await;
    page.hear([opened()]).await;
    offer(&page)
        .await
        .find("button", "Go on from iteration 2")
        .press()
        .await;
    assert!(page.by_test_id("last-run").is_none(), "while it starts");
    let failure = Failure {
        kind: FailureKind::Run,
        message: "It is too large".to_owned(),
    };
    page.hear([Event::Failed(failure)]).await;
    let last = offer(&page).await;
    assert!(last.find("button", "Go on from iteration 2").is_enabled());
}

#[wasm_bindgen_test]
async fn of_two_tabs_that_are_closed_the_one_that_trained_last_is_offered() {
    let first = trained(5, StopReason::Requested).await;
    let second = first.other_tab(compared).await;
    second.hear([opened()]).await;
    second.hear(run(settings(8), &[33.0])).await;
    second.hear([ended(StopReason::Requested)]).await;
    sleep(STORED_MILLIS).await;
    // The tab that was opened first trains last.
    first.hear(run(settings(9), &[40.0, 50.5])).await;
    first.hear([ended(StopReason::Requested)]).await;
    sleep(STORED_MILLIS).await;
    drop(second);
    let page = first.reload(compared).await;
    let last = offer(&page).await;
    assert!(last.text().contains("length 50.5"), "{}", last.text());
    last.find("button", "Forget it").press().await;
    sleep(STORED_MILLIS).await;
    let page = page.reload(compared).await;
    sleep(STORED_MILLIS).await;
    assert!(
        page.by_test_id("last-run").is_none(),
        "no older one follows"
    );
}
