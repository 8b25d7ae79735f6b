//! The row of vital signs.

use leptos::prelude::*;
use policy_lab::config::TrainConfig;
use policy_lab::protocol::metrics::Metric;
use policy_lab::protocol::{Event, RunEvent, StopReason};
use policy_lab::python::part::Part;
use policy_lab_page::ui::{CompareRuns, Health};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::{Part as Shown, until};
use crate::run::{iteration, run, settings, started};

const SIGNS: &str = "Vital signs at the newest iteration";

async fn signs_of(metrics: &[(Metric, f64)]) -> (Page, Vec<String>) {
    let page = Page::show(|| view! { <Health /> }).await;
    page.hear([started(settings(1)), iteration(1, metrics)])
        .await;
    let list = until("the signs", || page.seek("list", SIGNS)).await;
    let signs = list.all("listitem").iter().map(Shown::text).collect();
    (page, signs)
}

/// Checks that each sign has its name, its newest value and the word for its level, in this order.
fn assert_signs(signs: &[String], wanted: &[[&str; 3]]) {
    assert_eq!(signs.len(), wanted.len(), "{signs:?}");
    for (sign, parts) in signs.iter().zip(wanted) {
        // The spaces between them are left to the style sheet.
        let said: String = sign.split_whitespace().collect();
        assert_eq!(said, parts.concat());
    }
}

#[wasm_bindgen_test]
async fn before_a_run_the_panel_says_what_will_stand_there() {
    let page = Page::show(|| view! { <Health /> }).await;
    assert!(
        page.find("region", "How is it doing?")
            .text()
            .contains("Once a run is under way")
    );
    assert!(page.seek("list", SIGNS).is_none());
}

#[wasm_bindgen_test]
async fn a_calm_sign_is_called_calm() {
    let (page, signs) = signs_of(&[
        (Metric::ApproxKl, 0.01),
        (Metric::Entropy, 0.6),
        (Metric::ExplainedVariance, -0.25),
    ])
    .await;
    assert_signs(
        &signs,
        &[
            ["approx_kl", "0.01", "calm"],
            ["entropy", "0.6", "calm"],
            ["explained_variance", "−0.25", "calm"],
        ],
    );
    let said = page.find("status", "").text();
    assert!(said.contains("Healthy so far"), "{said}");
}

#[wasm_bindgen_test]
async fn an_alarming_sign_is_told_in_words_and_named_in_the_summary() {
    let (page, signs) = signs_of(&[(Metric::ApproxKl, 0.5), (Metric::Entropy, 0.6)]).await;
    assert_signs(
        &signs,
        &[["approx_kl", "0.5", "alarming"], ["entropy", "0.6", "calm"]],
    );
    let said = page.find("status", "").text();
    assert!(said.contains("keep an eye on approx_kl"), "{said}");
    assert!(!said.contains("entropy"), "{said}");
}

/// It changes at every tenth iteration, and a screen reader would never be done with it.
#[wasm_bindgen_test]
async fn that_all_is_well_is_read_out_when_the_run_is_over_and_a_worry_at_once() {
    let (page, _) = signs_of(&[(Metric::ApproxKl, 0.01)]).await;
    let is_busy = |wanted: bool| {
        let head = page.find("status", "");
        (head.attribute("aria-busy")? == wanted.to_string()).then_some(())
    };
    until("all is well, in silence", || is_busy(true)).await;
    page.hear([iteration(2, &[(Metric::ApproxKl, 0.5)])]).await;
    until("a worry", || is_busy(false)).await;
    page.hear([iteration(3, &[(Metric::ApproxKl, 0.01)])]).await;
    until("all is well again", || is_busy(true)).await;
    page.hear([Event::Run(RunEvent::Stopped(StopReason::Finished))])
        .await;
    until("the end", || is_busy(false)).await;
}

#[wasm_bindgen_test]
async fn a_kept_run_that_was_solved_is_what_a_run_in_trouble_is_told_of() {
    let page = Page::show(|| view! { <Health /> <CompareRuns unfolded=true /> }).await;
    page.hear(run(settings(1), &[20.0, 480.0])).await;
    page.find("button", "Keep this run").press().await;
    let slow = TrainConfig {
        learning_rate: 0.001,
        ..settings(1)
    };
    page.hear(run(slow, &[22.0; 24])).await;
    let told = || page.by_test_id("health-kept").map(|it| it.text());
    assert_eq!(
        until("the kept run", told).await,
        "Your kept run “PPO, seed 1” was solved after 200 steps, with learning_rate 0.005 instead of 0.001."
    );
    let whole = page.text();
    assert!(whole.contains("Set learning_rate to 0.005"), "{whole}");
    assert!(!whole.contains("Shorter steps"), "{whole}");
}

/// Returns the events of a run with these episode lengths that can be judged.
fn judged(lengths: &[f64]) -> Vec<Event> {
    let lengths = lengths.iter().enumerate();
    let iterations = lengths.map(|(index, length)| {
        let metrics = [
            (Metric::EpisodicLength, *length),
            (Metric::LearningRate, 0.005),
        ];
        iteration(index + 1, &metrics)
    });
    std::iter::once(started(settings(1)))
        .chain(iterations)
        .collect()
}

#[wasm_bindgen_test]
async fn the_code_is_blamed_and_no_setting_where_ours_does_well() {
    let page = Page::show(|| view! { <Health /> }).await;
    let parts = [Part::CumulativeRewards];
    page.lab().begin_reader_run(&settings(1), &parts);
    let ours: Vec<f64> = (0..20).map(|it| 20.0 + 20.0 * f64::from(it)).collect();
    page.hear(judged(&ours)).await;
    let own = [vec![20.0; 4], vec![9.5; 16]].concat();
    for event in judged(&own) {
        page.lab().take_from_reader(event);
    }
    let said = until("the fault", || {
        page.by_test_id("code-fault").map(|it| it.text())
    })
    .await;
    assert!(
        said.contains("episodes last 9.5 steps on average, ours 380.0")
            && said.contains("get_cumulative_rewards"),
        "{said}"
    );
    let whole = page.text();
    assert!(whole.contains("so it is the code"), "{whole}");
    assert!(!whole.contains("learning_rate"), "{whole}");
    assert!(!whole.contains("Shorter steps"), "{whole}");

    // With our functions the same curve is the settings' fault.
    page.lab().leave_reader_run();
    page.hear(judged(&own)).await;
    let told = || page.text().contains("learning_rate").then_some(());
    until("a setting to change", told).await;
    assert!(page.by_test_id("code-fault").is_none());
}

#[wasm_bindgen_test]
async fn a_setting_that_stops_learning_is_the_cause_and_shorter_steps_are_no_advice() {
    let page = Page::show(|| view! { <Health /> }).await;
    let still = TrainConfig {
        learning_rate: 0.0,
        ..settings(1)
    };
    page.hear(run(still, &[22.0; 24])).await;
    let told = || page.by_test_id("health-causes").map(|it| it.text());
    let causes = until("a cause", told).await;
    assert_eq!(
        causes,
        "learning_rate is 0, so no step moves the networks: whatever changes is chance"
    );
    let whole = page.text();
    assert!(whole.contains("Set learning_rate to 0.005"), "{whole}");
    assert!(!whole.contains("Shorter steps"), "{whole}");

    // At the preset's settings nothing explains it, and nothing is advised.
    page.hear(run(settings(1), &[22.0; 25])).await;
    let told = || {
        page.text()
            .contains("no setting is known to be the reason")
            .then_some(())
    };
    until("no advice", told).await;
    assert!(!page.text().contains("What to change"));
}
