//! The view to start from: one button, the sentence about the run, three settings, and the ways on.

use leptos::prelude::*;
use policy_lab::config::TrainConfig;
use policy_lab::protocol::arrival::Arrival;
use policy_lab::protocol::{DeviceEvent, Event, Failure, FailureKind, RunEvent, StopReason};
use policy_lab_page::course::CourseStep;
use policy_lab_page::ui::{Controls, Start};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::{Part, until};
use crate::run::{opened, run, settings};

async fn start() -> Page {
    let page = Page::show(|| view! { <Start /> }).await;
    page.hear([opened()]).await;
    page
}

fn story(page: &Page) -> String {
    page.by_test_id("story").expect("the sentence").text()
}

async fn told(page: &Page, part: &str) -> String {
    let what = format!("“{part}” in the sentence");
    until(&what, || Some(story(page)).filter(|it| it.contains(part))).await
}

/// Returns the names of the buttons that control the run.
fn buttons(page: &Page) -> Vec<String> {
    let group = page.find("group", "Run");
    group.all("button").iter().map(Part::name).collect()
}

fn ended(reason: StopReason) -> Event {
    Event::Run(RunEvent::Stopped(reason))
}

#[wasm_bindgen_test]
async fn one_button_does_what_comes_next_and_keeps_the_focus() {
    let page = Page::show(|| view! { <Start /> }).await;
    let button = page.find("button", "Train");
    assert!(!button.is_enabled());
    assert_eq!(button.description(), "Waits for a device");
    page.hear([opened()]).await;
    assert!(button.is_enabled());
    assert_eq!(button.description(), "");
    assert_eq!(buttons(&page), ["Train"]);

    button.press().await;
    assert_eq!(buttons(&page), ["Pause", "Stop", "Reset"]);
    page.hear(run(settings(1), &[21.0])).await;
    assert_eq!(button.attribute("id").as_deref(), Some("pause-button"));
    page.hear([Event::Run(RunEvent::Paused)]).await;
    assert_eq!(buttons(&page), ["Resume", "Stop", "Reset"]);
    assert_eq!(button.attribute("id").as_deref(), Some("resume-button"));
    page.hear([Event::Run(RunEvent::Resumed), ended(StopReason::Finished)])
        .await;
    assert_eq!(buttons(&page), ["Train", "Reset"]);
    assert_eq!(button.attribute("id").as_deref(), Some("train-button"));
    assert!(button.has_focus(), "the button stayed the same element");

    page.find("button", "Reset").press().await;
    assert_eq!(buttons(&page), ["Train"]);
    assert!(button.has_focus(), "the pressed button is gone");
}

#[wasm_bindgen_test]
async fn what_is_waited_for_is_said_once() {
    let page = Page::show(|| view! { <Start /> }).await;
    let loading = Arrival::Loading {
        loaded: 1e6,
        total: Some(4e6),
    };
    page.hear([Event::Device(DeviceEvent::Arriving(loading))])
        .await;
    let said = page.text();
    assert_eq!(said.matches(" of 4.0 MB").count(), 1, "{said}");
    assert_eq!(page.all("progressbar").len(), 1);
}

#[wasm_bindgen_test]
async fn the_sentence_changes_with_the_run() {
    let page = start().await;
    assert!(
        story(&page).starts_with("Press Train: 64 carts"),
        "{}",
        story(&page)
    );
    page.hear(run(settings(1), &[21.0, 30.0, 43.0])).await;
    let said = told(&page, "Iteration 3").await;
    assert_eq!(
        said,
        "Iteration 3: the poles stay up 43 steps on average, 21 at the start"
    );
    let shown = page
        .by_test_id("episodic-length")
        .expect("the length")
        .text();
    let head = page.find("figure", "Steps until the pole falls").text();
    assert!(
        head.contains(&shown),
        "{shown} is not the chart's number: {head}"
    );

    page.hear(run(settings(1), &[21.0, 200.0, 495.0])).await;
    page.hear([ended(StopReason::Finished)]).await;
    let said = told(&page, "Solved after").await;
    assert!(
        said.starts_with("Solved after 3 iterations and 300 steps. Nobody wrote a rule"),
        "{said}"
    );
    let status = page.find("status", "").text();
    assert!(status.contains("Finished. Iteration 3 of 10"), "{status}");
}

#[wasm_bindgen_test]
async fn a_run_that_ends_because_it_is_solved_says_so_and_is_done() {
    let page = start().await;
    page.hear(run(settings(1), &[21.0, 480.0, 490.0])).await;
    // What the view sends as soon as it sees that the run is solved.
    page.hear([ended(StopReason::Requested)]).await;
    told(&page, "Solved after 2 iterations and 200 steps").await;
    let status = page.find("status", "").text();
    assert!(
        status.contains("Solved after 2 iterations. Iteration 3 of 10"),
        "{status}"
    );
    let progress = page.find("progressbar", "Progress of the run");
    assert_eq!(progress.get("value").as_f64(), Some(1.0));
}

#[wasm_bindgen_test]
async fn an_environment_without_a_pole_that_falls_has_no_such_title() {
    let page = Page::visit("preset=ppo-probe", &[], || view! { <Start /> }).await;
    assert!(page.seek("figure", "Steps until the pole falls").is_none());
    assert!(page.seek("figure", "episodic_length").is_some());
}

#[wasm_bindgen_test]
async fn a_run_that_did_not_learn_or_failed_says_so() {
    let page = start().await;
    page.hear(run(settings(1), &[21.0, 22.0, 20.0])).await;
    page.hear([ended(StopReason::Finished)]).await;
    told(&page, "It has not learned").await;
    told(&page, "Try another seed").await;
    let failure = Failure {
        kind: FailureKind::Device,
        message: "The GPU went away".to_owned(),
    };
    page.hear([Event::Failed(failure)]).await;
    told(&page, "The run broke off at iteration 3").await;
    assert!(page.text().contains("The GPU went away"), "{}", page.text());
    assert!(page.find("button", "Train").is_enabled(), "to try again");
}

#[wasm_bindgen_test]
async fn invalid_settings_are_named_with_the_way_to_them() {
    let page = start().await;
    let seed = page.find("textbox", "seed (luck)");
    seed.fill("lucky").await;
    let train = page.find("button", "Train");
    assert!(!train.is_enabled());
    let said = train.description();
    assert!(said.contains("seed: “lucky” is not"), "{said}");
    let link = page.find("link", "Change it in the Lab");
    assert_eq!(link.attribute("href").as_deref(), Some("?view=lab"));
    seed.fill("7").await;
    assert!(train.is_enabled());
    assert!(page.seek("link", "Change it in the Lab").is_none());
    let config = page.lab().settings.config.get_untracked();
    assert_eq!(config.expect("valid settings").seed, 7);
}

#[wasm_bindgen_test]
async fn the_learning_rate_is_a_multiple_of_the_presets() {
    let page = start().await;
    let rate = page.find("combobox", "learning_rate");
    assert_eq!(rate.value(), "0.005");
    rate.choose("0.05 (× 10)").await;
    let config = page.lab().settings.config.get_untracked();
    assert!((config.expect("valid settings").learning_rate - 0.05).abs() < 1e-12);
    assert_eq!(rate.value(), "0.05");
    assert!(
        page.text()
            .contains("Trains PPO, quick, with 1 change, on CartPole"),
        "{}",
        page.text()
    );
}

#[wasm_bindgen_test]
async fn a_link_with_settings_of_its_own_is_said_and_kept() {
    let page = Page::visit(
        "preset=ppo-probe&learning_rate=0.123",
        &[],
        || view! { <Start /> },
    )
    .await;
    let rate = page.find("combobox", "learning_rate");
    assert_eq!(rate.value(), "0.123");
    assert!(
        page.text().contains(", with 1 change, on Probe"),
        "{}",
        page.text()
    );
    assert!(!story(&page).contains("cart"), "{}", story(&page));
}

#[wasm_bindgen_test]
async fn the_pace_that_is_lent_does_not_change_by_itself() {
    let (is_start, show) = signal(true);
    let page = Page::show(move || {
        view! { <Show when=move || is_start.get() fallback=|| view! { <Controls /> }><Start /></Show> }
    })
    .await;
    page.hear([opened()]).await;
    let watch = page.find("radio", "Watch");
    assert!(watch.is_checked());
    page.hear(run(settings(1), &[21.0])).await;
    page.hear([ended(StopReason::Finished)]).await;
    assert!(watch.is_checked(), "a run that ends changes nothing");
    page.hear(run(settings(2), &[21.0])).await;
    // The run that is under way stays watched, the next ones are not.
    show.set(false);
    let watch = until("the lab's choice", || page.seek("button", "Watch")).await;
    assert!(is_pressed(&watch));
    page.hear([ended(StopReason::Finished)]).await;
    until("full speed", || (!is_pressed(&watch)).then_some(())).await;
}

#[wasm_bindgen_test]
async fn a_chosen_pace_stays() {
    let page = start().await;
    page.find("radio", "Full speed").press().await;
    page.find("radio", "Watch").press().await;
    page.hear(run(settings(1), &[21.0])).await;
    page.hear([ended(StopReason::Finished)]).await;
    assert!(page.find("radio", "Watch").is_checked());
}

#[wasm_bindgen_test]
async fn a_view_that_is_left_unused_takes_its_pace_along() {
    let (is_start, show) = signal(true);
    let page = Page::show(move || {
        view! { <Show when=move || is_start.get() fallback=|| view! { <Controls /> }><Start /></Show> }
    })
    .await;
    assert!(page.find("radio", "Watch").is_checked());
    show.set(false);
    let slow = until("the lab's choice", || page.seek("button", "Slow motion")).await;
    assert!(!is_pressed(&slow) && !is_pressed(&page.find("button", "Watch")));
    slow.press().await;
    show.set(true);
    let watch = until("the view", || page.seek("radio", "Watch")).await;
    assert!(!watch.is_checked() && !page.find("radio", "Full speed").is_checked());
    show.set(false);
    let slow = until("the lab's choice", || page.seek("button", "Slow motion")).await;
    assert!(is_pressed(&slow));
}

fn is_pressed(button: &Part) -> bool {
    button.attribute("aria-pressed").as_deref() == Some("true")
}

/// Returns names and addresses of the ways on.
fn ways(page: &Page) -> Vec<(String, String)> {
    let links = page.find("navigation", "Ways on").all("link");
    let way = |link: &Part| (link.name(), link.attribute("href").unwrap_or_default());
    links.iter().map(way).collect()
}

#[wasm_bindgen_test]
async fn the_ways_on_lead_to_an_answer_an_exercise_and_a_run_that_breaks() {
    let page = start().await;
    let wanted = [
        ("What just happened?", "?view=read"),
        ("Write it yourself", "?exercise=S4-E1"),
        ("Build your own world", "?view=world"),
        ("Bring a script that does not learn", "?view=scratch"),
        (
            "Break it: ten times the learning rate",
            "?learning_rate=0.05",
        ),
    ];
    let wanted = wanted.map(|(name, href)| (name.to_owned(), href.to_owned()));
    assert_eq!(ways(&page), wanted);

    let page = Page::visit("preset=vpg-quick&seed=3", &[], || view! { <Start /> }).await;
    let (_, href) = ways(&page).pop().expect("a way to break it");
    assert!(href.starts_with("?preset=vpg-quick&"), "{href}");
    assert!(
        href.contains("seed=3") && href.contains("learning_rate="),
        "{href}"
    );
}

#[wasm_bindgen_test]
async fn a_run_that_breaks_is_drawn_over_the_good_one() {
    let page = start().await;
    page.hear(run(settings(1), &[21.0, 200.0, 495.0])).await;
    page.hear([ended(StopReason::Requested)]).await;
    let broken = TrainConfig {
        learning_rate: 0.05,
        ..settings(1)
    };
    page.hear(run(broken, &[21.0, 9.5])).await;
    let good = ". Last run: from 21.0 to 495.0";
    until("the good curve", || {
        let pictures = page.all("image");
        pictures
            .iter()
            .any(|it| it.name().contains(good))
            .then_some(())
    })
    .await;
}

/// Returns name and address of the step with which the reader goes on.
fn next_up(page: &Page) -> (String, String) {
    let links = page.select(".start-next a");
    let [link] = links.as_slice() else {
        panic!("{} next steps", links.len());
    };
    (link.name(), link.attribute("href").unwrap_or_default())
}

#[wasm_bindgen_test]
async fn who_was_here_before_can_go_on() {
    let kept = r#"{"version":2,"answers":{},"uncovered":{"S4-E2":1},"exercise":"S4-E2","lesson":"reinforce"}"#;
    let page = Page::visit("", &[("policy-lab-course", kept)], || view! { <Start /> }).await;
    let (name, href) = next_up(&page);
    assert!(
        name.starts_with("Next up: ") && name.ends_with("(S4-E2)"),
        "{name}"
    );
    assert_eq!(href, "?exercise=S4-E2");
    // What has passed is behind the reader.
    let passed = kept.replace(r#""answers""#, r#""passed":["S4-E2"],"answers""#);
    let page = Page::visit(
        "",
        &[("policy-lab-course", &passed)],
        || view! { <Start /> },
    )
    .await;
    let after = CourseStep::after("S4-E2").map(CourseStep::address);
    assert_eq!(Some(next_up(&page).1), after);
    let kept = kept.replace(r#""S4-E2":1"#, "");
    let page = Page::visit("", &[("policy-lab-course", &kept)], || view! { <Start /> }).await;
    let (name, href) = next_up(&page);
    assert!(
        name.starts_with("Next up: ") && !name.contains("S4-E2"),
        "{name}"
    );
    assert_eq!(href, "?lesson=reinforce");
}
