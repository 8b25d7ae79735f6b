//! The same work in two tabs: this page, and another one that is only what it stores.

use js_sys::Function;
use leptos::prelude::*;
use policy_lab_page::course::Exercise;
use policy_lab_page::ui::Cells;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::{Part, settle};

const CODE: &str = "policy-lab-code";
const PROGRESS: &str = "policy-lab-course";
const ASKED: &str = "This exercise was changed in another tab";

async fn cells() -> Page {
    let kept = [("policy-lab-plain-editor", "yes")];
    Page::visit("exercise=S0-E3", &kept, || view! { <Cells /> }).await
}

fn field(page: &Page) -> Part {
    let exercise = Exercise::find("S0-E3").expect("an exercise");
    page.find("textbox", &format!("Python: {}", exercise.title()))
}

fn stored(key: &str) -> String {
    let storage = window().local_storage().expect("a storage").expect("it");
    storage
        .get_item(key)
        .expect("a storage")
        .unwrap_or_default()
}

/// Stores a text as another tab does.
async fn another_tab_stores(key: &str, text: &str) {
    let storage = window().local_storage().expect("a storage").expect("it");
    storage.set_item(key, text).expect("room for it");
    let event = Function::new_no_args("window.dispatchEvent(new StorageEvent('storage'))");
    event.call0(&JsValue::NULL).expect("a dispatched event");
    settle().await;
    settle().await;
}

#[wasm_bindgen_test]
async fn a_text_that_was_not_edited_here_follows_the_other_tab() {
    let page = cells().await;
    another_tab_stores(CODE, r#"{"S0-E3":"x = 1","S2-E2":"y = 2"}"#).await;
    assert_eq!(field(&page).value(), "x = 1");
    assert!(page.by_test_id("other-tab").is_none());
    field(&page).write("x = 3").await;
    let code = stored(CODE);
    assert!(code.contains("x = 3") && code.contains("y = 2"), "{code}");
}

#[wasm_bindgen_test]
async fn a_text_that_was_edited_in_both_is_a_question() {
    let page = cells().await;
    field(&page).write("mine = 1").await;
    another_tab_stores(CODE, r#"{"S0-E3":"theirs = 1"}"#).await;
    assert_eq!(field(&page).value(), "mine = 1");
    let notice = page.by_test_id("other-tab").expect("a question");
    assert!(notice.text().starts_with(ASKED));
    notice.find("button", "Keep mine").press().await;
    assert!(page.by_test_id("other-tab").is_none());
    assert!(stored(CODE).contains("mine = 1"));

    another_tab_stores(CODE, r#"{"S0-E3":"theirs = 2"}"#).await;
    field(&page).write("mine = 2").await;
    let notice = page.by_test_id("other-tab").expect("still a question");
    notice.find("button", "Take that text").press().await;
    assert_eq!(field(&page).value(), "theirs = 2");
    assert!(stored(CODE).contains("theirs = 2"));
    another_tab_stores(CODE, r#"{"S0-E3":"theirs = 3"}"#).await;
    assert_eq!(field(&page).value(), "theirs = 3");
}

#[wasm_bindgen_test]
async fn a_change_that_nobody_has_told_of_is_not_overwritten_unseen() {
    let page = cells().await;
    let storage = window().local_storage().expect("a storage").expect("it");
    let texts = r#"{"S0-E3":"theirs = 1","S2-E2":"y = 2"}"#;
    storage.set_item(CODE, texts).expect("room for it");
    field(&page).write("mine = 1").await;
    let notice = page.by_test_id("other-tab").expect("a question");
    assert!(stored(CODE).contains("y = 2"));
    notice.find("button", "Take that text").press().await;
    assert_eq!(field(&page).value(), "theirs = 1");
}

#[wasm_bindgen_test]
async fn what_has_passed_and_what_was_answered_there_counts_here() {
    let page = cells().await;
    let exercise = Exercise::find("S0-E3").expect("an exercise");
    let theirs =
        r#"{"version":2,"answers":{"S1-W13":{"Choice":0}},"uncovered":{},"passed":["S0-E3"]}"#;
    another_tab_stores(PROGRESS, theirs).await;
    let ticked = format!("{} ✓", exercise.label());
    assert!(page.seek("option", &ticked).is_some());
    assert!(stored(PROGRESS).contains("S1-W13"), "{}", stored(PROGRESS));
    field(&page).write("x = 1").await;
    assert!(page.seek("option", &ticked).is_none());
    assert!(stored(PROGRESS).contains("S1-W13"));
    another_tab_stores(CODE, r#"{"S0-E3":"theirs = 1"}"#).await;
    another_tab_stores(PROGRESS, &theirs.replace("Choice\":0", "Choice\":1")).await;
    assert!(
        page.seek("option", &ticked).is_none(),
        "the text here has not passed"
    );
}

#[wasm_bindgen_test]
async fn what_is_disputed_stays_stored_while_another_exercise_is_edited() {
    let page = cells().await;
    field(&page).write("mine = 1").await;
    another_tab_stores(CODE, r#"{"S0-E3":"theirs = 1"}"#).await;
    let other = Exercise::find("S2-E2").expect("an exercise");
    let title = other.label();
    page.find("combobox", "Exercise").choose(&title).await;
    let name = format!("Python: {}", other.title());
    page.find("textbox", &name).write("z = 1").await;
    let code = stored(CODE);
    assert!(
        code.contains("theirs = 1") && code.contains("z = 1"),
        "{code}"
    );
}
