//! A large chart with its tools: a stretch of it, by pointer and by keyboard, and a logarithmic
//! axis.

use leptos::prelude::*;
use policy_lab::protocol::metrics::{CHARTS, Metric};
use policy_lab_page::ui::{Chart, CompareRuns};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::{Part, until};
use crate::run::{iteration, run, settings, started};

/// Where the axis of steps begins on the chart, and its length, in pixels: the canvas is 300 wide.
const AXIS: (f64, f64) = (34.0, 256.0);

/// Shows a metric's chart.
async fn chart_of(metric: Metric) -> Page {
    let info = CHARTS.iter().find(|info| info.metric == metric);
    let info = info.expect("a chart");
    Page::show(move || view! { <Chart info prominent=true tools=true /> <CompareRuns /> }).await
}

/// Shows the lengths of episodes after ten iterations of 100 steps, 10, 20, 30 and so on.
async fn ten_iterations() -> Page {
    let page = chart_of(Metric::EpisodicLength).await;
    let lengths: Vec<f64> = (1..=10).map(|it| f64::from(it) * 10.0).collect();
    page.hear(run(settings(1), &lengths)).await;
    page.picture().await;
    page
}

fn canvas(page: &Page) -> Part {
    page.select("canvas").remove(0)
}

/// Returns the part that has the keyboard's focus while one zooms.
fn curve(page: &Page) -> Part {
    let name = "Curve: arrow keys read it, plus and minus zoom, 0 shows all";
    page.find("group", name)
}

/// Moves the pointer over the chart, to a part of the axis of steps, and lets the chart be drawn.
async fn point(page: &Page, kind: &str, part: f64) {
    canvas(page).point(kind, AXIS.0 + part * AXIS.1).await;
    page.picture().await;
}

/// Drags from one part of the axis to another.
async fn drag(page: &Page, from: f64, to: f64) {
    point(page, "pointerdown", from).await;
    point(page, "pointermove", to).await;
    point(page, "pointerup", to).await;
}

/// Returns the readings at both ends of the axis.
async fn ends(page: &Page) -> [String; 2] {
    let mut readings = [String::new(), String::new()];
    for (reading, part) in readings.iter_mut().zip([0.0, 1.0]) {
        point(page, "pointermove", part).await;
        *reading = page.select(".latest").remove(0).text();
    }
    point(page, "pointerleave", 0.0).await;
    readings
}

fn show_all(page: &Page) -> Option<Part> {
    page.seek("button", "Show all")
}

/// Returns what a screen reader was told about the chart.
fn told(page: &Page) -> String {
    page.select(".chart [role=status]").remove(0).text()
}

#[wasm_bindgen_test]
async fn a_drag_shows_the_stretch_it_covers_while_the_run_grows() {
    let page = ten_iterations().await;
    let all = page.picture().await;
    let whole = ["10.0 at 100 steps", "100.0 at 1,000 steps"];
    assert_eq!(ends(&page).await, whole);
    assert!(show_all(&page).is_none());

    drag(&page, 0.6, 0.3).await;
    let stretch = ["30.0 at 300 steps", "60.0 at 600 steps"];
    assert_eq!(ends(&page).await, stretch);
    assert_ne!(page.picture().await, all);
    let zoomed = page.picture().await;
    let more = (11..=20).map(|it| iteration(it, &[(Metric::EpisodicLength, it as f64 * 10.0)]));
    page.hear(more).await;
    assert_eq!(
        page.picture().await,
        zoomed,
        "what comes later is elsewhere"
    );
    assert_eq!(ends(&page).await, stretch);
    // A stretch of a stretch.
    drag(&page, 0.6, 1.0).await;
    assert_eq!(ends(&page).await[0], "50.0 at 500 steps");

    show_all(&page).expect("a way back").press().await;
    assert!(show_all(&page).is_none());
    assert!(curve(&page).has_focus(), "the focus is not lost");
    page.picture().await;
    assert_eq!(ends(&page).await[1], "200.0 at 2,000 steps");
}

#[wasm_bindgen_test]
async fn neither_a_click_nor_a_drag_that_scrolls_is_a_zoom() {
    let page = ten_iterations().await;
    drag(&page, 0.5, 0.51).await;
    assert!(show_all(&page).is_none(), "a click");
    point(&page, "pointerdown", 0.2).await;
    point(&page, "pointermove", 0.6).await;
    point(&page, "pointercancel", 0.6).await;
    point(&page, "pointerup", 0.8).await;
    assert!(show_all(&page).is_none(), "the page was scrolled");
}

#[wasm_bindgen_test]
async fn keys_read_the_curve_and_zoom_around_the_reading() {
    let page = ten_iterations().await;
    let curve = curve(&page);
    assert!(curve.0.tab_index() >= 0, "no key leads to it");
    for (key, reading) in [
        ("ArrowLeft", "100.0 at 1,000 steps"),
        ("ArrowLeft", "90.0 at 900 steps"),
        ("ArrowLeft", "80.0 at 800 steps"),
        ("ArrowRight", "90.0 at 900 steps"),
    ] {
        curve.key(key).await;
        assert_eq!(told(&page), reading);
        assert_eq!(page.select(".latest").remove(0).text(), reading);
    }
    for (key, stretch) in [
        ("+", "Steps 450 to 950"),
        ("+", "Steps 675 to 925"),
        ("-", "Steps 450 to 950"),
    ] {
        curve.key(key).await;
        page.picture().await;
        assert_eq!(told(&page), stretch);
    }
    // The stretch follows a reading that leaves it.
    curve.key("ArrowRight").await;
    page.picture().await;
    assert_eq!(
        ends(&page).await,
        ["50.0 at 500 steps", "100.0 at 1,000 steps"]
    );
    for key in ["Escape", "0"] {
        curve.key("+").await;
        page.picture().await;
        assert!(show_all(&page).is_some());
        curve.key(key).await;
        page.picture().await;
        assert!(show_all(&page).is_none(), "{key}");
        assert_eq!(told(&page), "All steps");
    }
}

#[wasm_bindgen_test]
async fn another_run_is_seen_from_its_first_step() {
    let page = ten_iterations().await;
    drag(&page, 0.5, 0.9).await;
    assert!(show_all(&page).is_some());
    page.hear(run(settings(2), &[20.0, 30.0])).await;
    let is_all = || show_all(&page).is_none().then_some(());
    until("all of the run", is_all).await;
    page.picture().await;
    assert_eq!(
        ends(&page).await,
        ["20.0 at 100 steps", "30.0 at 200 steps"]
    );

    // A kept run is still there to be seen.
    page.summary("Compare runs").press().await;
    page.find("button", "Keep this run").press().await;
    // The axis goes on to the end of the first run, the grey line.
    drag(&page, 0.05, 0.15).await;
    page.hear([started(settings(3))]).await;
    page.picture().await;
    assert!(show_all(&page).is_some());
}

#[wasm_bindgen_test]
async fn a_logarithmic_axis_can_be_chosen_and_left_with_kept_runs_and_zoom() {
    let page = ten_iterations().await;
    page.summary("Compare runs").press().await;
    page.find("button", "Keep this run").press().await;
    page.hear(run(settings(2), &[20.0, 90.0, 480.0])).await;
    let linear = page.picture().await;
    let switch = page.find("checkbox", "Log axis");
    switch.press().await;
    let log = page.picture().await;
    assert_ne!(log, linear);
    assert_eq!(
        ends(&page).await[0],
        "20.0 at 100 steps",
        "readings are values"
    );
    drag(&page, 0.0, 0.5).await;
    assert_ne!(page.picture().await, log);
    show_all(&page).expect("a way back").press().await;
    assert_eq!(page.picture().await, log);
    switch.press().await;
    assert_eq!(page.picture().await, linear);
}

#[wasm_bindgen_test]
async fn values_of_0_or_less_refuse_a_logarithmic_axis_and_say_why() {
    let page = chart_of(Metric::PolicyLoss).await;
    page.hear([started(settings(1))]).await;
    page.hear([iteration(1, &[(Metric::PolicyLoss, 0.5)])])
        .await;
    page.picture().await;
    let switch = page.find("checkbox", "Log axis");
    assert!(switch.is_enabled());
    switch.press().await;
    let log = page.picture().await;
    let reason = "A log axis needs values above 0";
    assert!(!page.text().contains(reason));
    page.hear([iteration(2, &[(Metric::PolicyLoss, -0.5)])])
        .await;
    until("the reason", || page.text().contains(reason).then_some(())).await;
    assert!(!switch.is_enabled());
    assert_ne!(page.picture().await, log);
}
