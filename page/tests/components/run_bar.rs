//! The bar at the foot: the run in one line.

use leptos::prelude::*;
use policy_lab::protocol::metrics::Metric;
use policy_lab::protocol::{Event, Failure, FailureKind, RunEvent, RunInfo};
use policy_lab::python::part::Part as ReaderHooks;
use policy_lab_page::ui::RunBar;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::{Part, until};
use crate::run::{iteration, opened, run, settings, started};

async fn bar() -> Page {
    let page = Page::show(|| view! { <RunBar /> }).await;
    page.hear([opened()]).await;
    page
}

fn status(page: &Page) -> String {
    page.find("status", "").text()
}

async fn told(page: &Page, part: &str) -> String {
    let what = format!("“{part}” in the bar");
    until(&what, || Some(status(page)).filter(|it| it.contains(part))).await
}

fn number(page: &Page, id: &str) -> String {
    page.by_test_id(id).expect(id).text()
}

#[wasm_bindgen_test]
async fn before_a_run_it_offers_to_train() {
    let page = Page::show(|| view! { <RunBar /> }).await;
    let train = page.find("button", "Train");
    assert!(!train.is_enabled());
    assert_eq!(train.description(), "Waits for a device");
    page.hear([opened()]).await;
    assert!(train.is_enabled());
    assert_eq!(status(&page), "PPO, quick");
    assert!(page.by_test_id("iteration").is_none());
    let link = page.find("link", "Open in lab");
    assert_eq!(link.attribute("href").as_deref(), Some("?view=lab"));
}

#[wasm_bindgen_test]
async fn a_run_is_told_in_one_line() {
    let page = bar().await;
    let button = page.find("button", "Train");
    button.press().await;
    told(&page, "first iteration").await;
    assert_eq!(button.name(), "Pause");
    page.hear(run(settings(5), &[21.0, 75.3])).await;
    told(&page, "length 75.3").await;
    assert_eq!(number(&page, "iteration"), "2");
    assert_eq!(number(&page, "episodic-length"), "75.3");
    assert_eq!(number(&page, "steps-per-sec"), "100");
    let said = status(&page);
    assert!(
        said.starts_with("PPO, quick") && said.contains("2/10"),
        "{said}"
    );
    let progress = page.find("progressbar", "Progress of the run");
    assert!((progress.get("value").as_f64().expect("a number") - 0.2).abs() < 1e-6);
    page.hear([Event::Run(RunEvent::Paused)]).await;
    assert_eq!(button.name(), "Resume");
    assert!(button.has_focus());
    told(&page, "Paused").await;
}

#[wasm_bindgen_test]
async fn the_numbers_change_at_most_twice_a_second() {
    let page = bar().await;
    page.hear(run(settings(1), &[21.0])).await;
    told(&page, "1/10").await;
    let clock = || window().performance().expect("a clock").now();
    let from = clock();
    page.hear([iteration(2, &[(Metric::EpisodicLength, 30.0)])])
        .await;
    told(&page, "2/10").await;
    let waited = clock() - from;
    // Iterations are drawn five times a second.
    assert!(waited > 250.0, "{waited} ms");
}

#[wasm_bindgen_test]
async fn other_settings_are_counted() {
    let page = bar().await;
    let mut config = settings(1);
    config.learning_rate = 0.05;
    page.hear(run(config, &[21.0])).await;
    told(&page, "PPO, quick, with 1 change").await;
}

#[wasm_bindgen_test]
async fn trouble_is_named() {
    let page = bar().await;
    let mut lengths = vec![20.0, 120.0, 300.0, 480.0, 490.0, 495.0];
    lengths.extend([10.0; 14]);
    let events = lengths.iter().enumerate().map(|(index, length)| {
        let metrics = [
            (Metric::EpisodicLength, *length),
            (Metric::LearningRate, 0.005),
        ];
        iteration(index + 1, &metrics)
    });
    page.hear([started(settings(1))]).await;
    page.hear(events).await;
    told(&page, "collapsed").await;
    let failure = Failure {
        kind: FailureKind::Run,
        message: "It is too large".to_owned(),
    };
    page.hear([Event::Failed(failure)]).await;
    told(&page, "failed").await;
    let why = page.by_test_id("run-bar-failure").expect("the reason");
    assert_eq!(why.text(), "It is too large");
}

#[wasm_bindgen_test]
async fn the_readers_own_run_says_whose_code_trains() {
    let page = bar().await;
    assert!(!status(&page).contains("your code"));
    let parts = [ReaderHooks::CumulativeRewards];
    page.lab().begin_reader_run(&settings(1), &parts);
    for event in run(settings(1), &[21.0, 30.0]) {
        page.lab().take_from_reader(event);
    }
    told(&page, "your code").await;
    told(&page, "2/10").await;
    assert_eq!(
        page.find("button", "Pause").attribute("id").as_deref(),
        Some("pause-button")
    );
    page.lab().leave_reader_run();
    until("our own runs again", || {
        (!status(&page).contains("your code")).then_some(())
    })
    .await;
    let names: Vec<String> = page.all("button").iter().map(Part::name).collect();
    assert_eq!(names, ["Pause", "Stop", "Reset"]);
}

/// Its settings are in the cell, and so is how many iterations it has.
#[wasm_bindgen_test]
async fn a_loop_of_the_readers_has_its_own_name_and_its_own_end() {
    let page = bar().await;
    let what = "Your own PPO: the dance".to_owned();
    page.lab().begin_own_loop(what.clone(), None);
    for num_iterations in [0, 48] {
        page.lab()
            .take_from_reader(Event::Run(RunEvent::Started(RunInfo {
                config: settings(1),
                num_iterations,
                first_iteration: 0,
                first_step: 0,
                num_parameters: 0,
                trained_by: policy_lab::protocol::Body::Host { cores: 1 },
            })));
        for iteration in [1, 2].map(|it| iteration(it, &[(Metric::EpisodicLength, 20.0)])) {
            page.lab().take_from_reader(iteration);
        }
        told(&page, &what).await;
        let is_so = || {
            let is_second = page.by_test_id("iteration")?.text() == "2";
            let has_end = status(&page).contains("2/48") == (num_iterations > 0);
            (is_second && has_end).then_some(())
        };
        until("its iterations, and their end if it is known", is_so).await;
        assert!(!status(&page).contains("2/100"), "that of the settings");
        let done = page.find("progressbar", "Progress of the run");
        let done = done.get("value").as_f64().expect("a number");
        assert!((done > 0.0) == (num_iterations > 0), "{done}");
    }
}
