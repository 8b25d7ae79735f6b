//! Back and Forward, and the title of the page.

use leptos::prelude::*;
use policy_lab_page::course::{CHAPTERS, Exercise};
use policy_lab_page::ui::{
    Cells, PresentButton, PresenterDialogues, Reader, RunStatus, SettingsForm, keep_place,
};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::History;

use crate::page::Page;
use crate::part::{Part, sleep, until};
use crate::run::{opened, run, settings};

/// Milliseconds after which the next place gets an entry of its own, and after which an entry is written.
const A_WHILE: i32 = 550;

async fn visit(query: &str) -> Page {
    // Removes the entries to which an earlier test could go forward, so that they can be counted.
    let entry = history().push_state(&JsValue::NULL, "");
    entry.expect("an entry");
    let kept = [("policy-lab-plain-editor", "yes")];
    Page::visit(query, &kept, || {
        keep_place();
        view! {
            // As on a wide window, where the course has a scroll of its own.
            <style>"#lesson { height: 200px; overflow-y: auto }"</style>
            <a href="#lesson">"Course"</a>
            <PresentButton />
            <PresenterDialogues />
            <Reader />
            <RunStatus />
            <SettingsForm />
            <Cells />
        }
    })
    .await
}

fn history() -> History {
    window().history().expect("a history")
}

fn entries() -> u32 {
    history().length().expect("a number")
}

fn query() -> String {
    location().search().expect("an address")
}

fn hash() -> String {
    location().hash().expect("an address")
}

async fn titled(title: &str) {
    let is_titled = || (document().title() == title).then_some(());
    let what = format!("“{title}” instead of “{}”", document().title());
    until(&what, is_titled).await;
}

async fn back(title: &str) {
    history().back().expect("a way back");
    titled(title).await;
    sleep(0).await;
}

async fn forward(title: &str) {
    history().forward().expect("a way forward");
    titled(title).await;
    sleep(0).await;
}

/// Returns the link to a chapter in the list, or to the text about the page.
fn chapter_link(page: &Page, key: &str) -> Part {
    let index = CHAPTERS.iter().position(|chapter| chapter.key == key);
    let name = index.map(|index| format!("{}. {}", index + 1, CHAPTERS[index].title()));
    let list = page.by_test_id("lesson-nav").expect("a list of chapters");
    list.find("link", name.as_deref().unwrap_or("What am I looking at?"))
}

/// Returns true if the list says that this chapter is open; an empty key is the text about the page.
fn is_open(page: &Page, key: &str) -> bool {
    let marked = chapter_link(page, key).attribute("aria-current");
    marked.as_deref() == Some("page")
}

fn exercise(page: &Page) -> Part {
    page.find("combobox", "Exercise")
}

async fn open_chapter(page: &Page, key: &str) {
    chapter_link(page, key).press().await;
}

async fn open_exercise(page: &Page, id: &str) {
    let title = Exercise::find(id).expect("an exercise").title();
    exercise(page).choose(&format!("{id} {title}")).await;
}

#[wasm_bindgen_test]
async fn back_and_forward_lead_through_chapters_and_exercises() {
    let page = visit("").await;
    titled("Policy Lab").await;
    let before = entries();
    open_chapter(&page, "baselines").await;
    titled("Baselines · Policy Lab").await;
    assert_eq!(entries(), before + 1);
    sleep(A_WHILE).await;
    open_exercise(&page, "S4-E4").await;
    titled("Returns of one episode · Policy Lab").await;
    assert_eq!(query(), "?lesson=baselines&exercise=S4-E4");

    back("Baselines · Policy Lab").await;
    assert!(is_open(&page, "baselines"));
    assert_eq!(exercise(&page).value(), "S0-E3");
    assert!(page.by_test_id("exercise-S0-E3").is_some());
    assert_eq!(query(), "?lesson=baselines");
    back("Policy Lab").await;
    assert!(is_open(&page, ""));
    assert_eq!(query(), "");

    forward("Baselines · Policy Lab").await;
    assert!(is_open(&page, "baselines"));
    forward("Returns of one episode · Policy Lab").await;
    assert_eq!(exercise(&page).value(), "S4-E4");
    sleep(A_WHILE).await;
    assert_eq!(entries(), before + 2, "Back and Forward add no entry");
}

#[wasm_bindgen_test]
async fn settings_a_run_and_what_was_written_survive_back() {
    let page = visit("exercise=S4-E4").await;
    titled("Returns of one episode · Policy Lab").await;
    page.hear([opened()]).await;
    page.hear(run(settings(1), &[20.0, 30.0, 41.5])).await;
    let is_third = || page.text().contains("Iteration 3 of 10").then_some(());
    until("a run", is_third).await;
    let before = entries();
    open_chapter(&page, "ppo").await;
    page.find("textbox", "gamma").fill("0.9").await;
    let name = "Python: Returns of one episode";
    page.find("textbox", name).fill("x = 1").await;
    until("the address", || {
        query().contains("gamma=0.9").then_some(())
    })
    .await;
    assert_eq!(entries(), before + 1, "a setting adds no entry");

    back("Returns of one episode · Policy Lab").await;
    assert!(is_open(&page, ""));
    assert_eq!(page.find("textbox", "gamma").value(), "0.9");
    assert_eq!(page.find("textbox", name).value(), "x = 1");
    assert!(is_third().is_some(), "{}", page.text());
    assert_eq!(query(), "?exercise=S4-E4&gamma=0.9");
    sleep(A_WHILE).await;
    forward("The training loop of PPO · Policy Lab").await;
    assert_eq!(query(), "?lesson=ppo&exercise=S4-E4&gamma=0.9");
}

#[wasm_bindgen_test]
async fn back_ends_a_presentation_and_forward_begins_it_again() {
    let page = visit("").await;
    let before = entries();
    page.find("button", "Present…").press().await;
    page.find("button", "Present").press().await;
    titled("Presentation · Policy Lab").await;
    assert_eq!(entries(), before + 1);
    let leave = || page.seek("button", "Leave (Esc)");
    assert!(leave().is_some());
    back("Policy Lab").await;
    assert!(leave().is_none());
    assert_eq!(query(), "");
    forward("Presentation · Policy Lab").await;
    assert!(leave().is_some());
    leave().expect("a way out").press().await;
    titled("Policy Lab").await;
    back("Presentation · Policy Lab").await;
    back("Policy Lab").await;
}

#[wasm_bindgen_test]
async fn a_fragment_stays_with_the_place_that_it_belongs_to() {
    let page = visit("lesson=reinforce&exercise=S4-E4").await;
    page.find("link", "Course").press().await;
    titled("REINFORCE, one episode at a time · Policy Lab").await;
    assert_eq!(hash(), "#lesson");
    let link = page.find("link", "S4-E4 Returns of one episode");
    link.press().await;
    titled("Returns of one episode · Policy Lab").await;
    assert_eq!(hash(), "");
    back("REINFORCE, one episode at a time · Policy Lab").await;
    assert_eq!(hash(), "#lesson");
    assert_eq!(exercise(&page).value(), "S4-E4");
}

#[wasm_bindgen_test]
async fn a_chapter_is_where_the_reader_left_it() {
    let page = visit("lesson=reinforce").await;
    let course = page.find("article", "Course");
    let is_at = |top: i32| (course.0.scroll_top() == top).then_some(());
    course.0.set_scroll_top(300);
    sleep(50).await;
    open_chapter(&page, "ppo").await;
    until("the beginning", || is_at(0)).await;
    course.0.set_scroll_top(120);
    sleep(A_WHILE).await;
    back("REINFORCE, one episode at a time · Policy Lab").await;
    until("the earlier text as it was", || is_at(300)).await;
    forward("The training loop of PPO · Policy Lab").await;
    until("the later text as it was", || is_at(120)).await;
}

#[wasm_bindgen_test]
async fn what_one_only_passes_through_has_no_entry() {
    let page = visit("").await;
    let before = entries();
    for id in ["S0-E4", "S0-E5", "S0-E6"] {
        open_exercise(&page, id).await;
    }
    titled("Normalised returns · Policy Lab").await;
    assert_eq!(query(), "?exercise=S0-E6");
    assert_eq!(entries(), before + 1);
    back("Policy Lab").await;
    assert_eq!(exercise(&page).value(), "S0-E3");
}
