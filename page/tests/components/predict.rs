//! Predictions: drawn, moved by keys or chosen, compared with what happened, and kept.

use js_sys::{Function, Reflect};
use leptos::prelude::*;
use policy_lab_page::course::{Comparison, Page as Text, Section, SectionKind};
use policy_lab_page::ui::{Cells, PredictionView, ProgressPanel};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::{Page, catalogue};
use crate::part::{Part, plain, settle, until};

/// The size of the picture in these tests, in CSS pixels.
const SIZE: (f64, f64) = (400.0, 200.0);
const REVEAL: &str = "Show what happened";
const WITHOUT: &str = "Show it without a prediction";

/// Returns the section that asks for a prediction of these runs, with the runs.
fn asked(key: &str) -> (&'static Section, &'static Comparison) {
    let all = catalogue();
    let pages = all.chapters.values().chain(all.exercises.values());
    let mut sections = pages.flat_map(|page: &Text| page.of(SectionKind::Prediction));
    let section = sections.find(|section| section.title == key);
    let comparison = Comparison::find(key).expect("recorded runs");
    (section.expect("a text about them"), comparison)
}

async fn shown(key: &str) -> Page {
    let section = asked(key).0;
    let page = Page::show(move || view! { <PredictionView section /> }).await;
    // In a corner of the window, so that nothing else moves it: a pointer is read in whole pixels.
    let place = format!(
        "position:fixed;left:0;top:0;width:{}px;height:{}px",
        SIZE.0, SIZE.1
    );
    area(&page)
        .0
        .set_attribute("style", &place)
        .expect("a place");
    page
}

fn area(page: &Page) -> Part {
    page.select(".predict-area").remove(0)
}

/// Returns the description of the picture on which one draws.
fn picture(page: &Page) -> String {
    let svg = area(page)
        .0
        .query_selector("svg[role=img]")
        .expect("a selector");
    let label = svg.and_then(|svg| svg.get_attribute("aria-label"));
    label.expect("a description")
}

/// Lets the pointer do something at a place of the picture: parts of its width and height from the
/// lower left corner.
async fn point(page: &Page, kind: &str, (across, up): (f64, f64)) {
    let body = "const box = it.getBoundingClientRect();
        const at = { clientX: Math.round(box.left + x), clientY: Math.round(box.top + y), isPrimary: true, bubbles: true };
        it.dispatchEvent(new PointerEvent(kind, at))";
    let point = Function::new_with_args("it, kind, x, y", body);
    let arguments = js_sys::Array::of4(
        &area(page).0,
        &kind.into(),
        &(across * SIZE.0).into(),
        &((1.0 - up) * SIZE.1).into(),
    );
    point
        .apply(&JsValue::NULL, &arguments)
        .expect("a dispatched event");
    settle().await;
}

/// Waits until the picture has the keyboard's focus.
async fn has_focus(page: &Page) {
    let holds = || area(page).has_focus().then_some(());
    until("the focus on the picture", holds).await;
}

/// Returns the values of all knots, as a screen reader says them.
fn knots(page: &Page) -> Vec<String> {
    let sliders = page.all("slider").into_iter();
    let said = sliders.map(|it| it.attribute("aria-valuetext").expect("a value"));
    said.collect()
}

fn said(page: &Page) -> Option<String> {
    page.by_test_id("prediction-said").map(|it| it.text())
}

fn stored() -> String {
    let storage = window().local_storage().expect("a storage").expect("it");
    let text = storage.get_item("policy-lab-course").expect("a storage");
    text.unwrap_or_default()
}

#[wasm_bindgen_test]
async fn a_curve_is_drawn_with_the_pointer_and_then_compared() {
    let (section, comparison) = asked("B-5");
    let page = shown("B-5").await;
    let told = plain(&section.revealed);
    assert!(page.text().contains(&plain(&section.html)));
    assert!(!page.find("button", REVEAL).is_enabled());
    assert_eq!(knots(&page), ["no sketch yet"; 6]);
    assert!(!picture(&page).contains(&comparison.changed));
    let before = picture(&page);

    point(&page, "pointerdown", (0.0, 0.9)).await;
    point(&page, "pointermove", (0.5, 0.9)).await;
    assert!(
        !page.find("button", REVEAL).is_enabled(),
        "while it is drawn"
    );
    point(&page, "pointermove", (1.0, 0.1)).await;
    point(&page, "pointerup", (1.0, 0.1)).await;
    assert!(
        picture(&page).contains("Your sketch: falls from "),
        "{}",
        picture(&page)
    );
    let drawn = knots(&page);
    assert_eq!(drawn[0], drawn[2]);
    assert_ne!(drawn[0], drawn[5]);

    // Drawn again in one place, the rest stays.
    point(&page, "pointerdown", (0.0, 0.5)).await;
    point(&page, "pointerup", (0.0, 0.5)).await;
    assert_ne!(knots(&page)[0], drawn[0]);
    assert_eq!(knots(&page)[1..], drawn[1..]);

    page.find("button", REVEAL).press().await;
    let sentences = said(&page).expect("a comparison");
    assert!(
        sentences.contains("On average your curve is "),
        "{sentences}"
    );
    assert!(page.text().contains(&told), "{}", page.text());
    assert!(picture(&page).contains(&format!(". {}: ", comparison.changed)));
    has_focus(&page).await;
    let pictures = page.select(".predict-area").len();
    assert_eq!(pictures, comparison.curves.len());
    // What happened stays what it is.
    let revealed = picture(&page);
    point(&page, "pointerdown", (0.5, 0.5)).await;
    point(&page, "pointerup", (0.5, 0.5)).await;
    assert_eq!(picture(&page), revealed);
    assert!(page.all("slider").is_empty());

    page.find("button", "Predict again").press().await;
    assert_eq!(picture(&page), before);
    assert!(!page.text().contains(&told), "{}", page.text());
    has_focus(&page).await;
}

#[wasm_bindgen_test]
async fn a_stroke_that_turns_into_something_else_is_none() {
    let page = shown("B-5").await;
    point(&page, "pointerdown", (0.2, 0.5)).await;
    point(&page, "pointercancel", (0.2, 0.5)).await;
    point(&page, "pointermove", (0.8, 0.5)).await;
    assert_eq!(knots(&page), ["no sketch yet"; 6]);
    assert!(!page.find("button", REVEAL).is_enabled());
}

#[wasm_bindgen_test]
async fn a_shape_is_chosen_and_points_are_moved_by_keys() {
    let page = shown("B-5").await;
    let group = page.find("radiogroup", "Shape of your sketch");
    let same = group.find("radio", "About the same as the runs already drawn");
    same.press().await;
    assert!(same.is_checked());
    assert!(page.find("button", REVEAL).is_enabled());
    let before = knots(&page);

    let sliders = page.all("slider");
    let iteration = asked("B-5").1.iterations[0];
    assert_eq!(
        sliders[0].name(),
        format!("Your sketch at iteration {iteration}")
    );
    assert_eq!(sliders[0].attribute("tabindex").as_deref(), Some("0"));
    let now = |at: usize| -> f64 {
        let now = page.all("slider")[at].attribute("aria-valuenow");
        now.and_then(|it| it.parse().ok()).expect("a number")
    };
    sliders[3].key("Home").await;
    let low = now(3);
    sliders[3].key("ArrowUp").await;
    let step = now(3) - low;
    assert!(step > 0.0);
    sliders[3].key("PageUp").await;
    assert!(now(3) - low > 3.0 * step);
    sliders[3].key("ArrowDown").await;
    sliders[3].key("End").await;
    let end = sliders[3]
        .attribute("aria-valuemax")
        .and_then(|it| it.parse().ok());
    assert!(end.is_some_and(|end: f64| (now(3) - end).abs() < 0.01 * end));
    assert_eq!(knots(&page)[2], before[2]);
    assert_eq!(knots(&page)[4], before[4]);
    assert!(!same.is_checked(), "it is another curve now");

    page.find("button", "Clear").press().await;
    assert_eq!(knots(&page), ["no sketch yet"; 6]);
    // The first key makes a sketch.
    page.all("slider")[5].key("End").await;
    assert!(page.find("button", REVEAL).is_enabled());
    assert!(!knots(&page).contains(&"no sketch yet".to_owned()));
}

#[wasm_bindgen_test]
async fn who_does_not_predict_sees_it_all_the_same() {
    let (section, _) = asked("B-5");
    let page = shown("B-5").await;
    page.find("button", WITHOUT).press().await;
    assert!(page.text().contains(&plain(&section.revealed)));
    assert_eq!(said(&page), None);
    assert!(page.seek("button", REVEAL).is_none());
    // A bug is trained with its code. Terms are links too.
    let links = page.select("a:not(.term)");
    assert!(links.is_empty(), "{} links", links.len());
}

#[wasm_bindgen_test]
async fn the_runs_of_a_chapter_can_be_set_up() {
    let (_, comparison) = asked("clip");
    let page = shown("clip").await;
    page.find("button", WITHOUT).press().await;
    let address = |name: &str| page.find("link", name).attribute("href");
    assert_eq!(
        address(&comparison.healthy).as_ref(),
        Some(&comparison.query)
    );
    assert_eq!(address(&comparison.changed), comparison.changed_query);
    assert!(comparison.changed_query.is_some());
}

#[wasm_bindgen_test]
async fn a_prediction_is_kept() {
    let section = asked("B-5").0;
    let page = shown("B-5").await;
    page.find("radio", "Stays where it begins").press().await;
    let drawn = knots(&page);
    let page = page
        .reload(move || view! { <PredictionView section /> })
        .await;
    assert_eq!(knots(&page), drawn);
    assert!(page.find("radio", "Stays where it begins").is_checked());
    page.find("button", REVEAL).press().await;
    let sentences = said(&page);
    assert!(sentences.is_some());
    let page = page
        .reload(move || view! { <PredictionView section /> <ProgressPanel /> })
        .await;
    assert_eq!(said(&page), sentences);

    agree();
    page.find("button", "Forget everything…").press().await;
    assert_eq!(said(&page), None);
    assert_eq!(knots(&page), ["no sketch yet"; 6]);
    assert!(!stored().contains("B-5"), "{}", stored());
}

#[wasm_bindgen_test]
async fn an_exercise_that_is_started_over_asks_again() {
    let kept = r#"{ "version": 2, "answers": {}, "uncovered": { "B-5": 1 }, "predictions": { "B-5": { "sketch": [1, 2, 3], "is_revealed": true } } }"#;
    let kept = [
        ("policy-lab-plain-editor", "yes"),
        ("policy-lab-course", kept),
    ];
    let page = Page::visit("exercise=B-5", &kept, || view! { <Cells /> }).await;
    assert!(said(&page).is_some(), "a sketch of another length counts");
    agree();
    page.summary("More").press().await;
    page.find("button", "Start over…").press().await;
    assert_eq!(said(&page), None);
    assert!(!stored().contains("sketch"), "{}", stored());
}

/// Answers every question of the page with yes.
fn agree() {
    let yes = Function::new_no_args("return true");
    Reflect::set(&window(), &"confirm".into(), &yes).expect("a window");
}
